/** What stands in the place of a node that was replaced; a chain where that was replaced again. */
const replacements = new WeakMap<Node, Node>();

/**
 * Lets React go on in a page that a browser translates. Translators put elements of their own, `<font>`, in the place
 * of React's texts. React then throws where it removes such a text or inserts something before it, and what it writes
 * into such a text nobody sees (react#11538). Here a replaced text is found by what stands in its place: it is removed
 * with it, and when React writes into the text, the text itself comes back, for the translator to translate again.
 *
 * A text whose place is not known (Firefox and Safari do not replace one by one) is no error either: it is removed
 * already, and what was to stand before it stands last. React treats a text that is the only child of its element as
 * a part of that element: texts that change are right in every browser there.
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
      if (record.type === "characterData") bringBack(record.target);
      const replacement = replacementIn(record);
      for (const node of record.removedNodes) {
        if (node.isConnected || !replacement) continue;
        replacements.set(node, replacement);
        if (node instanceof Text) observer.observe(node, { characterData: true });
      }
      // What is in its place again has no other place. This also keeps chains from closing to a circle.
      for (const node of record.addedNodes) replacements.delete(node);
    }
  }

  /** The child of a parent that stands where the text stood; null if nothing does. */
  function placeOf(text: Node, parent: Node): Node | null {
    note(observer.takeRecords());
    let place: Node | undefined = text;
    while (place && place.parentNode !== parent) place = replacements.get(place);
    return place ?? null;
  }

  function bringBack(text: Node): void {
    const parent = lastParentOf(text);
    const place = parent && placeOf(text, parent);
    if (place && place !== text) parent.replaceChild(text, place);
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this || !(child instanceof Text)) {
      return removeChild.call(this, child) as Child; // what it was called with
    }
    const place = placeOf(child, this);
    if (place) removeChild.call(this, place);
    return child;
  };

  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    next: Node | null,
  ): Child {
    const astray = next instanceof Text && next.parentNode !== this;
    return insertBefore.call(this, node, astray ? placeOf(next, this) : next) as Child; // as above
  };
}

/** What a change put in the place of what it took away: in one step, or beside it before. */
function replacementIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Node | null {
  const beside = [previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
  return addedNodes[0] ?? beside ?? null;
}

/** The parent of the last in the chain of a node's replacements. */
function lastParentOf(node: Node): ParentNode | null {
  let last = node;
  for (let next = replacements.get(last); next; next = replacements.get(last)) last = next;
  return last.parentNode;
}
