/** Maps a replaced node to its replacement. A replacement that was replaced too makes a chain. */
const replacements = new WeakMap<Node, Node>();

/**
 * Keeps React working in a page that the browser translates. Translators replace React's text nodes by `<font>`
 * elements. React then throws when it removes such a text node or inserts before it, and its updates of the text are
 * not visible (react#11538). This function records replacements: removing a replaced text node removes its replacement,
 * and updating it puts the text node itself back, for the translator to translate again.
 *
 * A text node with an unknown replacement (Firefox and Safari do not replace them one by one) causes no error either:
 * it counts as removed, and insertions before it are appended. React sets a text that is the only child of its element
 * through that element, so such texts stay correct in every browser.
 *
 * Call once, before React starts.
 */
export function keepReplacedTexts(): void {
  // eslint-disable-next-line typescript/unbound-method -- called with a node each time
  const { insertBefore, removeChild } = Node.prototype;
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(records: readonly MutationRecord[]): void {
    for (const record of records) {
      if (record.type === "characterData") restore(record.target);
      const replacement = replacementIn(record);
      for (const node of record.removedNodes) {
        if (node.isConnected || !replacement) continue;
        replacements.set(node, replacement);
        if (node instanceof Text) observer.observe(node, { characterData: true });
      }
      // A node that is back in the document has no replacement. This also keeps chains from becoming cycles.
      for (const node of record.addedNodes) replacements.delete(node);
    }
  }

  /** The parent's child at the text's position: the text itself or its replacement; null if there is none. */
  function currentNode(text: Node, parent: Node): Node | null {
    note(observer.takeRecords());
    let node: Node | undefined = text;
    while (node && node.parentNode !== parent) node = replacements.get(node);
    return node ?? null;
  }

  function restore(text: Node): void {
    const parent = lastParentOf(text);
    const current = parent && currentNode(text, parent);
    if (current && current !== text) parent.replaceChild(text, current);
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !(child instanceof Text)) {
      return removeChild.call(this, child) as Child; // `removeChild` returns its argument
    }
    const current = currentNode(child, this);
    if (current) removeChild.call(this, current);
    return child;
  };

  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    next: Node | null,
  ): Child {
    const isReplaced = next instanceof Text && next.parentNode !== this;
    return insertBefore.call(this, node, isReplaced ? currentNode(next, this) : next) as Child; // returns `node`
  };
}

/** The replacement of nodes that a change removed: added by the same change, or a `<font>` inserted beside before. */
function replacementIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Node | null {
  const sibling = [previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
  return addedNodes[0] ?? sibling ?? null;
}

/** The parent of the last node in a node's chain of replacements. */
function lastParentOf(node: Node): ParentNode | null {
  let last = node;
  for (let next = replacements.get(last); next; next = replacements.get(last)) last = next;
  return last.parentNode;
}
