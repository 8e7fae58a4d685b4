/** One browser window, with the same commands for every browser. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, which must be JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until the first visible element with this selector (and name, if given) can be clicked; clicks it. */
  click(css: string, name?: string): Promise<void>;
  type(css: string, text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Sets the size of the viewport. */
  resize(width: number, height: number): Promise<void>;
  /** Script and console errors since the last call, if the browser reports them. */
  complaints(): string[];
  close(): Promise<void>;
}
