import type { Notice } from '../queries.ts'

/** A publication that can't be read at all, and why. */
export class Unreadable extends Error {
  readonly notice: Notice
  constructor(notice: Notice) {
    super(notice.code)
    this.notice = notice
  }
}
