/**
 * An area's errors by name, each below a comment that says when it is given. `code` is what the wire carries and the key
 * of the message in the locales; it is the name itself where the specification has no number.
 */
export type ErrorTable = Readonly<Record<Uppercase<string>, { code?: string; status: number }>>
