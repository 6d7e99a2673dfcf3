// A chat model on the loopback for measurements: answers "ready" after LATENCY_MS, streamed or whole as it is asked.
import { createServer } from "node:http";

const latency = Number(process.env.LATENCY_MS ?? 0);
const answer = process.env.ANSWER ?? "ready";
const id = "chatcmpl-1";
const usage = { prompt_tokens: 20, completion_tokens: 1, total_tokens: 21 };
const whole = JSON.stringify({
  ...{ id, object: "chat.completion", created: 0, model: "mock", usage },
  choices: [{ index: 0, message: { role: "assistant", content: answer }, finish_reason: "stop" }],
});
const chunk = (choices, more = {}) =>
  `data: ${JSON.stringify({ id, object: "chat.completion.chunk", created: 0, model: "mock", choices, ...more })}\n\n`;
const streamed =
  chunk([{ index: 0, delta: { role: "assistant", content: answer }, finish_reason: null }]) +
  chunk([{ index: 0, delta: {}, finish_reason: "stop" }]) +
  chunk([], { usage }) +
  "data: [DONE]\n\n";

let first = null;
let last = null;
let requests = 0;

const server = createServer((request, response) => {
  if (request.url === "/times") {
    response.end(JSON.stringify({ first, last, requests }));
    first = null;
    last = null;
    requests = 0;
    return;
  }
  first ??= performance.now();
  requests += 1;
  let stream = false;
  let text = "";
  request.on("data", (part) => {
    text += part;
  });
  request.on("end", () => {
    stream = text.includes('"stream":true');
    const send = () => {
      response.writeHead(200, { "content-type": stream ? "text/event-stream" : "application/json" });
      response.end(stream ? streamed : whole);
      last = performance.now();
    };
    if (latency > 0) setTimeout(send, latency);
    else send();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
