/** A run without spaces on one line; millimetres from the top left corner of the page as it is shown. */
export interface Word {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** What a page tells whoever looks for its owner. */
export interface PageFacts {
  /** Millimetres, as shown. */
  width: number
  height: number
  words: Word[]
  /** Lines in reading order, their words joined by one space. */
  lines: string[]
  /** Characters without a Unicode value, of all; spaces count in neither. */
  unmapped: number
  characters: number
  /** It carries text that the rendered page does not show. */
  hidden: boolean
  /** Nothing on it can be read as text, and yet something is drawn: pictures, or letters drawn as shapes. */
  pictures: boolean
  /** How the text itself runs on the page as shown, clockwise. */
  turned: 0 | 90 | 180 | 270
}
