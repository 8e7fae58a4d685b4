import { useState } from "react";
import { useBrowserLayoutEffect } from "./hydration";

interface ForeignChanges {
  readonly observer: MutationObserver;
  /** The changes that the observer has reported so far. */
  readonly changes: MutationRecord[];
}

declare global {
  interface Window {
    /** DOM changes that were not made by the page's own scripts; undefined once React hydrates the document. */
    foreignChanges?: ForeignChanges | undefined;
  }
}

/**
 * Records DOM changes by extensions, password managers and translators from now until React hydrates the document. Its
 * source is sent as an inline script at the end of the document, so it uses nothing from outside itself.
 *
 * @returns the observer, with which a script of the page drops the records of its own changes (`takeRecords`)
 */
export function recordForeignChanges(): MutationObserver {
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  });
  window.foreignChanges = { observer, changes };
  return observer;
}

/**
 * Undoes foreign DOM changes while React hydrates, so that the document has exactly the nodes that the server sent, and
 * redoes them afterwards. React 18 rebuilds the whole document when it finds an unexpected node (react#24430). Call it
 * in the component that renders `<html>`: it undoes the changes before React reaches their nodes.
 */
export function useUndoForeignChanges(): void {
  const [redo] = useState(withdrawForeignChanges);
  useBrowserLayoutEffect(() => redo?.(), [redo]);
}

type Redo = () => void;

/** Undoes all foreign changes. @returns a function that redoes them; null if there are none, and on the server */
function withdrawForeignChanges(): Redo | null {
  if (typeof window === "undefined" || !window.foreignChanges) return null;
  const { observer, changes } = window.foreignChanges;
  window.foreignChanges = undefined;
  changes.push(...observer.takeRecords());
  observer.disconnect();
  const redos: Redo[] = [];
  keepFocus(() => {
    redos.push(...changes.reverse().map(undo));
    redos.push(...earlyNodes().map(takeOut));
  });
  return () => keepFocus(() => redos.reverse().forEach((redo) => redo()));
}

/**
 * Nodes that extensions inserted before the observer started, at the places where the server sends none: beside `head`
 * and `body`, and before the first element of the head (`<meta charset>`).
 */
function earlyNodes(): ChildNode[] {
  const { documentElement, head, body } = document;
  const beside = [...documentElement.childNodes].filter((node) => node !== head && node !== body);
  const inHead = [...head.childNodes];
  const first = inHead.findIndex((node) => node instanceof Element && node.matches("[charset]"));
  return [...beside, ...inHead.slice(0, Math.max(first, 0))];
}

function takeOut(node: ChildNode): Redo {
  const { parentNode, nextSibling } = node;
  node.remove();
  return () => parentNode && insert(parentNode, [node], nextSibling);
}

function undo({ target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): Redo {
  if (target instanceof CharacterData) {
    const text = target.data;
    target.data = oldValue ?? text;
    return () => (target.data = text);
  }
  const added = [...addedNodes].filter((node) => node.parentNode === target);
  const removed = [...removedNodes];
  for (const node of added) target.removeChild(node);
  insert(target, removed, nextSibling);
  return () => {
    const [first, ...others] = removed.filter((node) => node.parentNode === target);
    for (const node of others) target.removeChild(node);
    if (first) target.replaceChild(asFragment(added), first);
    else insert(target, added, nextSibling);
  };
}

/** Inserts nodes before `next`, or as the last children if `next` is not a child of the parent any more. */
function insert(parent: Node, nodes: readonly Node[], next: Node | null): void {
  parent.insertBefore(asFragment(nodes), next?.parentNode === parent ? next : null);
}

function asFragment(nodes: readonly Node[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes);
  return fragment;
}

/** Restores the focus after a move: an element loses the focus when it or its parent is moved in the DOM. */
function keepFocus(move: () => void): void {
  const focused = document.activeElement;
  move();
  if (focused instanceof HTMLElement && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}
