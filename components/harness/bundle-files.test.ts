import { describe, expect, it } from "vitest";
import { type PickedFile, readBundle } from "./bundle-files";

function picked(path: string, content: string | Uint8Array, size?: number): PickedFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    webkitRelativePath: path,
    name: path.split("/").at(-1) ?? path,
    size: size ?? bytes.length,
    arrayBuffer: async () => Uint8Array.from(bytes).buffer,
  };
}

describe("reading a picked folder", () => {
  it("takes the folder's name off the paths", async () => {
    const bundle = await readBundle([picked("room/harness.yaml", "name: a"), picked("room/prompt/10-role.md", "Hi")]);
    expect(bundle.folder).toBe("room");
    expect(Object.keys(bundle.files)).toEqual(["harness.yaml", "prompt/10-role.md"]);
  });

  it("keeps every byte, a byte order mark and Windows line ends among them", async () => {
    const text = "\ufeffname: a\r\n";
    expect((await readBundle([picked("room/harness.yaml", text)])).files["harness.yaml"]).toBe(text);
  });

  it("leaves hidden files out and says so", async () => {
    const bundle = await readBundle([picked("room/.git/config", "x"), picked("room/.DS_Store", "x")]);
    expect(bundle.files).toEqual({});
    expect(bundle.skipped.map(({ why }) => why)).toEqual(["hidden file", "hidden file"]);
  });

  it("leaves out what is no text and says so", async () => {
    const bundle = await readBundle([picked("room/logo.png", new Uint8Array([0x89, 0xff, 0xfe]))]);
    expect(bundle.skipped).toEqual([{ path: "logo.png", why: "not UTF-8 text" }]);
  });

  it("leaves very large files out", async () => {
    const bundle = await readBundle([picked("room/data.txt", "x", 3_000_000)]);
    expect(bundle.skipped).toEqual([{ path: "data.txt", why: "larger than 2 MB" }]);
  });
});
