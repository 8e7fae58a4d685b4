import { useState } from "react";
import { useBrowserLayoutEffect } from "./hydration";

interface ForeignChanges {
  readonly observer: MutationObserver;
  /** The changes that the observer has reported so far. */
  readonly changes: MutationRecord[];
}

declare global {
  interface Window {
    /** What others than the page have changed in its document so far; gone once React takes the document over. */
    foreignChanges?: ForeignChanges | undefined;
  }
}

/**
 * Records what others than the page change in its document before React takes it over: extensions, password managers,
 * translators. It is sent as an inline script at the end of the document, so it uses nothing from outside itself.
 *
 * @returns the observer, for a script of the page to take back what it has changed itself
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
 * While React hydrates the document it has the nodes that the server has sent, all of them and no other; what others had
 * changed is put back afterwards. React 18 builds the whole document anew when it meets another node (react#24430).
 * For the component that renders `<html>`: what it withdraws while it renders is not there when React comes to it.
 */
export function useDocumentAsSent(): void {
  const [putBack] = useState(withdrawForeignChanges);
  useBrowserLayoutEffect(() => putBack?.(), [putBack]);
}

type Redo = () => void;

/** @returns how to put everything back; null if there is nothing, and on the server */
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
 * What scripts of extensions that run before the page's own have left at the places that are known to hold nothing
 * else: beside `head` and `body`, and before the first element of the head.
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
    const [place, ...others] = removed.filter((node) => node.parentNode === target);
    for (const node of others) target.removeChild(node);
    if (place) target.replaceChild(inOne(added), place);
    else insert(target, added, nextSibling);
  };
}

/** Before a node, or last if that has gone elsewhere. */
function insert(parent: Node, nodes: readonly Node[], next: Node | null): void {
  parent.insertBefore(inOne(nodes), next?.parentNode === parent ? next : null);
}

function inOne(nodes: readonly Node[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes);
  return fragment;
}

/** Moving an element takes the focus off what it holds. */
function keepFocus(move: () => void): void {
  const focused = document.activeElement;
  move();
  if (focused instanceof HTMLElement && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
}
