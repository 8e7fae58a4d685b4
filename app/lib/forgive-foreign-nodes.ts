/**
 * Makes `removeChild` and `insertBefore` forgiving. Browsers that translate a page replace React's text nodes, and React
 * then throws when it removes such a node or inserts before it (react#11538). Call once, before React starts.
 */
export function forgiveForeignNodes(): void {
  // eslint-disable-next-line typescript/unbound-method -- called with a node each time
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    return child.parentNode === this ? (removeChild.call(this, child) as Child) : child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(node: Child, next: Node | null) {
    return insertBefore.call(this, node, next?.parentNode === this ? next : null) as Child;
  };
}
