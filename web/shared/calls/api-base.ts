/** The path below which the calls lie, as the server wrote it into the page; where it wrote nothing, /api. */
export const apiBase: string = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '/api'
