import { newQuickJSWASMModule, newVariant, RELEASE_SYNC } from "quickjs-emscripten";
import { Stopwatch } from "./stopwatch.mjs";

const PAGE_BYTES = 65_536;
const ZERO_PAGE = new Uint8Array(PAGE_BYTES);
const INITIAL_PAGES = 256;
/** 32 MB. A limit on the WebAssembly memory holds; QuickJS's own memory limit does not. */
const MAX_PAGES = 512;
const STACK_BYTES = 256 * 1024;
const MAX_RESULT_CHARACTERS = 1_000_000;
const MAX_IMAGE_BYTES = 4_000_000;
const MAX_IMAGES_BYTES = 64_000_000;
/** Promise jobs of one call; a flood beyond them is stopped. */
const MAX_JOBS = 20_000;
/** 1 January 2026, UTC: what the clock says inside a hook. */
const FIXED_TIME = 1_767_225_600_000;

/** Makes hooks repeatable: the clock stands still and random numbers come from a fixed seed (mulberry32). */
const PRELUDE = `(() => {
  const RealDate = Date;
  const fixed = ${FIXED_TIME};
  function FixedDate(...parts) {
    if (!new.target) return new RealDate(fixed).toString();
    return Reflect.construct(RealDate, parts.length === 0 ? [fixed] : parts, new.target);
  }
  Object.defineProperty(FixedDate, "name", { value: "Date" });
  FixedDate.prototype = RealDate.prototype;
  RealDate.prototype.constructor = FixedDate;
  FixedDate.now = () => fixed;
  FixedDate.parse = RealDate.parse;
  FixedDate.UTC = RealDate.UTC;
  globalThis.Date = FixedDate;
  let seed = 1;
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const { parse, stringify } = JSON;
  const { freeze } = Object;
  const startModule = (handler, { input, answers }) => {
    const waiting = [];
    const notes = [];
    let made = 0;
    let state = "pending";
    let settled;
    const ask = (call) => {
      const at = made++;
      if (at < answers.length) return Promise.resolve(answers[at]);
      waiting[waiting.length] = call;
      return new Promise(() => {});
    };
    const host = freeze({
      callModel: ({ messages, tools } = {}) => ask({ kind: "model", messages, tools }),
      callTool: (name, args = {}) => ask({ kind: "tool", name, arguments: args }),
      emit: (note) => {
        if (notes.length < 100) notes[notes.length] = note;
      },
    });
    (async () => handler(input, host))().then(
      (value) => { state = "returned"; settled = value; },
      (error) => { state = "threw"; settled = error; },
    );
    return () => {
      if (state === "threw") throw settled;
      if (state === "returned") return stringify({ value: settled === undefined ? null : settled, notes });
      return waiting.length === 0 ? undefined : stringify({ waiting });
    };
  };
  return { parse, stringify: (value) => stringify(value), startModule };
})()`;

/**
 * One QuickJS instance. Every call starts from a memory image taken right after the hook's module was evaluated in a fresh
 * runtime and context, so nothing a call does is there in the next one, of the same hook or of another.
 */
export async function openEngine() {
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAX_PAGES });
  const quickjs = await newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  const stopwatch = new Stopwatch();
  let interrupted = false;
  runtime.setInterruptHandler(() => {
    interrupted ||= stopwatch.over;
    return interrupted;
  });
  const context = runtime.newContext();
  const natives = context.unwrapResult(context.evalCode(PRELUDE, "prelude.js"));
  const parse = context.getProp(natives, "parse");
  const stringify = context.getProp(natives, "stringify");
  const startModule = context.getProp(natives, "startModule");
  // Handles that the library makes on first use must exist before the image is taken.
  const undefinedHandle = context.undefined;
  context.global.alive;
  const stack = longestZeroRun(wasmMemory);
  const fresh = takeImage(wasmMemory, stack);
  const images = new Map();
  let imagesBytes = 0;

  function failure(handle, kind) {
    const thrown = context.dump(handle);
    const name = typeof thrown === "object" && thrown !== null ? String(thrown.name ?? "Error") : "";
    const text = typeof thrown === "object" && thrown !== null ? String(thrown.message ?? "") : String(thrown);
    const message = (name === "" ? text : `${name}: ${text}`).slice(0, 500);
    if (name === "InternalError" && /out of memory/.test(text)) return { ok: false, error: "memory", message: "out of memory" };
    if (interrupted) return { ok: false, error: "timeout", message: "it did not finish in time" };
    // QuickJS throws null where it has no memory left even for the error.
    if (thrown === null && wasmMemory.buffer.byteLength > INITIAL_PAGES * PAGE_BYTES) {
      return { ok: false, error: "memory", message: "out of memory" };
    }
    return { ok: false, error: kind, message };
  }

  /** Evaluates a hook's module once and keeps the memory as it is then. */
  function load(name, code) {
    restoreImage(wasmMemory, fresh);
    clearAbove(wasmMemory, fresh);
    const evaluated = context.evalCode(code, `${name}.js`, { type: "module" });
    if (evaluated.error) {
      const failed = failure(evaluated.error, "threw");
      return failed.message.startsWith("SyntaxError") ? { ...failed, error: "syntax" } : failed;
    }
    const settled = settle(evaluated.value);
    if (!settled.ok) return settled;
    const handler = context.getProp(settled.handle, "default");
    if (context.typeof(handler) !== "function")
      return { ok: false, error: "bad-result", message: "it exports no default function" };
    const image = takeImage(wasmMemory, stack);
    return { ok: true, handler, image };
  }

  /** A hook's image, least recently used ones making room; a hook that fills its memory is evaluated anew each time. */
  function remember(code, loaded) {
    const bytes = sizeOf(loaded.image);
    if (bytes > MAX_IMAGE_BYTES) return;
    for (const [oldest, { image }] of images) {
      if (imagesBytes + bytes <= MAX_IMAGES_BYTES) break;
      images.delete(oldest);
      imagesBytes -= sizeOf(image);
    }
    images.set(code, loaded);
    imagesBytes += bytes;
  }

  /** The value of a settled promise, or the value itself. */
  function settle(handle) {
    if (context.typeof(handle) !== "object") return { ok: true, handle };
    let state = context.getPromiseState(handle);
    if (state.type === "fulfilled" && state.notAPromise) return { ok: true, handle };
    if (state.type === "pending") {
      const jobs = runtime.executePendingJobs(MAX_JOBS);
      if (jobs.error) return failure(jobs.error, "threw");
      state = context.getPromiseState(handle);
    }
    if (state.type === "pending") return { ok: false, error: "bad-result", message: "the promise it returned is never settled" };
    return state.type === "fulfilled" ? { ok: true, handle: state.value } : failure(state.error, "threw");
  }

  function call(handler, payload) {
    const event = context.callFunction(parse, undefinedHandle, context.newString(payload));
    if (event.error) return failure(event.error, "threw");
    const returned = context.callFunction(handler, undefinedHandle, event.value);
    if (returned.error) return failure(returned.error, "threw");
    const settled = settle(returned.value);
    if (!settled.ok) return settled;
    const text = context.callFunction(stringify, undefinedHandle, settled.handle);
    return text.error ? failure(text.error, "bad-result") : read(text.value, "null");
  }

  /** One pass over a module: until it returns, or stands at host calls that have no answer yet. */
  function pass(handler, payload) {
    const given = context.callFunction(parse, undefinedHandle, context.newString(payload));
    if (given.error) return failure(given.error, "threw");
    const started = context.callFunction(startModule, undefinedHandle, handler, given.value);
    if (started.error) return failure(started.error, "threw");
    const jobs = runtime.executePendingJobs(MAX_JOBS);
    if (jobs.error) return failure(jobs.error, "threw");
    if (runtime.hasPendingJob()) return { ok: false, error: "threw", message: `it made more than ${MAX_JOBS} promise jobs` };
    const text = context.callFunction(started.value, undefinedHandle);
    if (text.error) return failure(text.error, "threw");
    const never = { ok: false, error: "bad-result", message: "the promise it returned is never settled" };
    return context.typeof(text.value) === "string" ? read(text.value) : never;
  }

  function read(handle, otherwise) {
    if (context.typeof(handle) !== "string") return { ok: true, text: otherwise };
    const length = context.getNumber(context.getProp(handle, "length"));
    if (length > MAX_RESULT_CHARACTERS) {
      return { ok: false, error: "bad-result", message: `the result has more than ${MAX_RESULT_CHARACTERS} characters` };
    }
    return { ok: true, text: context.getString(handle) };
  }

  return {
    /** Runs a hook, or one pass over a module: `{ok: true, text}` with JSON, or `{ok: false, error, message}`. */
    run({ kind, name, code, payload, timeoutMs }) {
      interrupted = false;
      stopwatch.start(timeoutMs);
      let loaded = images.get(code);
      if (loaded === undefined) {
        loaded = load(name, code);
        if (!loaded.ok) return loaded;
        remember(code, loaded);
      } else {
        images.delete(code);
        images.set(code, loaded);
        restoreImage(wasmMemory, loaded.image);
      }
      const outcome = kind === "module" ? pass(loaded.handler, payload) : call(loaded.handler, payload);
      return !outcome.ok && interrupted && outcome.error === "threw"
        ? { ok: false, error: "timeout", message: "it did not finish in time" }
        : outcome;
    },
  };
}

/**
 * The C stack of a fresh instance, in bytes: by far the longest run of zeros below the end of the heap. Its content is dead
 * while no call is running.
 */
function longestZeroRun(wasmMemory) {
  const end = usedBytes(wasmMemory) / 8;
  const words = new Float64Array(wasmMemory.buffer);
  let longest = { start: 0, end: 0 };
  let runStart = 0;
  for (let at = 0; at <= end; at++) {
    if (at < end && words[at] === 0) continue;
    if (at - runStart > longest.end - longest.start) longest = { start: runStart, end: at };
    runStart = at + 1;
  }
  return { start: longest.start * 8, end: longest.end * 8 };
}

/** The memory in use but for the stack. Memory beyond the end is free, and the allocator takes it for uninitialised. */
function takeImage(wasmMemory, stack) {
  const bytes = new Uint8Array(wasmMemory.buffer);
  const end = usedBytes(wasmMemory);
  return [
    { at: 0, bytes: bytes.slice(0, stack.start) },
    { at: stack.end, bytes: bytes.slice(stack.end, Math.max(stack.end, end)) },
  ];
}

function restoreImage(wasmMemory, image) {
  const memory = new Uint8Array(wasmMemory.buffer);
  for (const { at, bytes } of image) memory.set(bytes, at);
}

/** Clears what earlier calls left above an image, so that the next image ends where its own memory does. */
function clearAbove(wasmMemory, image) {
  const end = Math.max(...image.map(({ at, bytes }) => at + bytes.length));
  new Uint8Array(wasmMemory.buffer).fill(0, end);
}

/** Bytes up to the last one that is not zero, rounded up to a word. */
function usedBytes(wasmMemory) {
  let pages = wasmMemory.buffer.byteLength / PAGE_BYTES;
  const page = (index) => new Uint8Array(wasmMemory.buffer, index * PAGE_BYTES, PAGE_BYTES);
  while (pages > 0 && Buffer.compare(page(pages - 1), ZERO_PAGE) === 0) pages -= 1;
  const last = pages === 0 ? -1 : page(pages - 1).findLastIndex((byte) => byte !== 0);
  return pages === 0 ? 0 : (pages - 1) * PAGE_BYTES + Math.ceil((last + 1) / 8) * 8;
}

function sizeOf(image) {
  return image.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
