import { Form, useLocation, type FormProps } from "@remix-run/react";
import { useRef } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";
import { DASHBOARD_PATH } from "./dashboard-url";

/**
 * Form with fields of the page's address, which are reset when that changes. Typed text is kept otherwise, even if it was
 * typed before React hydrated the page. New fields would lose the focus (WCAG 2.4.3).
 */
export function AddressForm(props: FormProps) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const form = useRef<HTMLFormElement>(null);
  const last = useRef(address);
  // In the commit that shows the new defaults: what is typed after it is kept.
  useBrowserLayoutEffect(() => {
    if (last.current !== address) form.current?.reset();
    last.current = address;
  }, [address]);
  return (
    <Form action={DASHBOARD_PATH} autoComplete="off" preventScrollReset {...props} ref={form} />
  );
}

/** Hidden fields for a query, so that a GET form sends it. */
export function Fields({ params }: { params: URLSearchParams }) {
  return [...params].map(([name, value], index) => (
    <input key={index} type="hidden" name={name} value={value} />
  ));
}
