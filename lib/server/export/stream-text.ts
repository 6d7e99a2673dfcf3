import "server-only";

const PIECE = 64 * 1_024;

/**
 * Sends text as it is made, about 64 KB at a time and only as fast as it is read. A reader that goes away ends the making;
 * an error ends the stream, so that a half file is not taken for a whole one.
 */
export function streamText(pieces: Generator<string>, report: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      try {
        let text = "";
        while (text.length < PIECE) {
          const { done, value } = pieces.next();
          if (done) {
            if (text !== "") controller.enqueue(encoder.encode(text));
            controller.close();
            return;
          }
          text += value;
        }
        controller.enqueue(encoder.encode(text));
      } catch (error) {
        report(error);
        controller.error(error);
      }
    },
    cancel() {
      pieces.return(undefined);
    },
  });
}
