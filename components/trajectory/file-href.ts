/** Address of one file of a version. */
export const fileHref = (project: string, version: string, path: string): string =>
  `/p/${project}/harness/${version}?file=${encodeURIComponent(path)}`;
