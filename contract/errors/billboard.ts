import type { ErrorTable } from './table.ts'

export const billboardErrors = {
  /** The post lacks a text, an image and a video. */
  POST_EMPTY: { status: 422 },
  /** The last day is before the first. */
  POST_DAYS: { status: 422 },
  /** The last day has passed. */
  POST_DAYS_PAST: { status: 422 },
  /** The post has no sector or no location to which it goes. */
  POST_WITHOUT_AUDIENCE: { status: 422 },
  /** A sector or location is out of reach, or not there. */
  POST_AUDIENCE_NOT_FOUND: { status: 422 },
  /** The address isn't that of a single video of YouTube or Vimeo. */
  POST_VIDEO_NOT_ALLOWED: { status: 422 },
  /** The post has `maximo` files already. */
  POST_FILES_TOO_MANY: { status: 422 },
  /** The file can't be opened, or its picture has too many pixels. */
  POST_FILE_NOT_READABLE: { status: 422 },
  /** The post was archived, or ended meanwhile. */
  POST_CHANGED: { status: 409 },
  /** The post doesn't ask its readers for anything. */
  POST_ASKS_NOTHING: { status: 409 },
  /** Readers were reminded less than 24 hours ago. */
  POST_REMINDED_TODAY: { status: 409 },
} as const satisfies ErrorTable
