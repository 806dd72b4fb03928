const mebi = 1024 * 1024

/** Name of the data in which a new thread of text recognition finds its {@link RecogniserShare}. */
export const shareName = 'legajo recogniser'

/** Data shared with a thread of text recognition. */
export interface RecogniserShare {
  /** One number: the memory of the thread's library in kB. */
  memory: Int32Array
  /** Maximum of that memory, in bytes; a page that needs more is refused. */
  mostBytes: number
}

/** Memory of one thread: a page of A4 at 300 dpi needs 156 MB, one of A3, the largest that is drawn, 288 MB. */
export const recogniserBytes = {
  most: 384 * mebi,
  /** A thread that holds more after a page is replaced: its memory never shrinks. */
  spent: 192 * mebi,
} as const
