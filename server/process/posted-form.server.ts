/** Reads the fields of a posted form. A body that is not a form counts as a form without fields; it causes no error. */
export function postedForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}
