/**
 * Imports the modules of a page as Remix will, so that it finds them there.
 *
 * @param path of a page without parameters, such as `/blogs`
 * @throws when one does not come
 */
export async function importPage(path: string): Promise<void> {
  const { routes } = window.__remixManifest;
  let route = Object.values(routes).find((one) =>
    path === "/" ? one.index : one.path === path.slice(1),
  );
  for (; route; route = routes[route.parentId ?? ""]) {
    await import(/* @vite-ignore */ route.module);
  }
}
