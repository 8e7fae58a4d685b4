/** One window of a browser, driven in whatever way that browser knows. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page; it has to be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the first visible element that fits a selector and, where given, has a name; waits until that can be done. */
  click(css: string, name?: string): Promise<void>;
  type(css: string, text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Makes the page's window that large, without the browser's own bars. */
  resize(width: number, height: number): Promise<void>;
  /** Errors of scripts and of the console since the last call, as far as the browser tells them. */
  complaints(): string[];
  close(): Promise<void>;
}
