/** The fields of a posted form. A body that is no form has none: whoever posts it gets no error of ours. */
export function postedForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}
