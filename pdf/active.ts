import { Name } from './syntax.ts'
import type { Dict } from './syntax.ts'
import { latin1 } from './syntax.ts'

/** Actions that run, fetch, send or open something outside the page. */
const activeActions = new Set([
  'JavaScript',
  'Launch',
  'GoToR',
  'GoToE',
  'ImportData',
  'SubmitForm',
  'Rendition',
  'Movie',
  'Sound',
  'RichMediaExecute',
  'GoTo3DView',
])
const activeAnnotations = new Set(['FileAttachment', 'RichMedia', 'Movie', 'Sound', 'Screen', '3D'])
/** Keys that mean active content in any dictionary. */
const activeKeys = ['JS', 'JavaScript', 'XFA', 'EmbeddedFiles', 'EF', 'RichMediaContent', 'Collection']
const plainAddress = /^(https?:|mailto:|tel:|www\.|[^:]*$)/i

/**
 * The active content of this dictionary, by key or type, or null. Links to web and mail addresses do not count, since a
 * person has to follow them. `isStream` distinguishes a stream's /F (an external file) from other /F entries.
 */
export function activeContent(dict: Dict, isStream: boolean): string | null {
  for (const key of activeKeys) if (dict.has(key)) return key
  const action = nameOf(dict, 'S')
  if (action && activeActions.has(action)) return action
  const subtype = nameOf(dict, 'Subtype')
  if (subtype && activeAnnotations.has(subtype)) return subtype
  if (action === 'URI') {
    const address = dict.get('URI')
    if (address instanceof Uint8Array && !plainAddress.test(latin1(address).trim()))
      return `URI ${latin1(address).slice(0, 40)}`
  }
  if (isStream && dict.has('F')) return 'external stream'
  // A reference XObject shows a page of another file.
  if (isStream && subtype === 'Form' && dict.has('Ref')) return 'external page'
  return null
}

function nameOf(dict: Dict, key: string): string | null {
  const value = dict.get(key)
  return value instanceof Name ? value.value : null
}
