const KEPT = 500;

/**
 * What an editor has sent to its page and not yet got back. While somebody types, the page hands back texts that the
 * editor has already left behind; written into it they would undo the newest keys. A text that was never sent came from
 * elsewhere and must be shown.
 */
export class SentValues {
  private waiting: string[] = [];

  send(value: string): void {
    this.waiting.push(value);
    if (this.waiting.length > KEPT) this.waiting.shift();
  }

  /** Whether `value` is the editor's own text coming back; if not, everything on its way is forgotten. */
  isEcho(value: string): boolean {
    const at = this.waiting.lastIndexOf(value);
    // The value itself stays: the page may hand the same one back again.
    this.waiting = at < 0 ? [] : this.waiting.slice(at);
    return at >= 0;
  }
}
