/** Reads the fields of a posted form. A body that is not a form counts as a form without fields; it causes no error. */
export function postedForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** The text of a field; empty where the form has none, or a file. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
