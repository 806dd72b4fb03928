import type { Editor, JSONContent } from '@tiptap/core'
import { Document } from '@tiptap/extension-document'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { documentOf, inlineOf, plainTextOf, type RichDocument, type RichNode } from '#contract/rich-text.ts'
import { Variable } from './variable.ts'

/** A variable that a mail has, in words. */
export interface VariableChoice {
  nombre: string
  titulo: string
  ejemplo: string
}

/** The parts that every field has: words, chips, undo. */
export function commonParts(variables: readonly VariableChoice[], { oneLine }: { oneLine: boolean }) {
  const labels = Object.fromEntries(variables.map(({ nombre, titulo }) => [nombre, titulo]))
  return [
    oneLine ? Document.extend({ content: 'paragraph' }) : Document,
    Paragraph,
    Text,
    UndoRedo,
    Variable.configure({ labels }),
  ]
}

/**
 * Pasted and dropped text comes in without its look, so that no markup of others is ever read. Variables written as
 * {{name}} become chips again.
 */
export function plainPaste(editor: () => Editor | null, { oneLine }: { oneLine: boolean }) {
  const insert = (text: string) => {
    const content = oneLine
      ? inlineOf(text.replaceAll(/\s+/g, ' '))
      : (documentOf(text.replaceAll('\r\n', '\n').trim()).content ?? [])
    const [only, ...more] = content
    const inside = !oneLine && more.length === 0 ? (only?.content ?? []) : content
    editor()?.chain().focus().insertContent(inside).run()
    return true
  }
  return {
    // As events, since the editor reads the clipboard's markup before it asks its own handlers.
    handleDOMEvents: {
      paste: (_: unknown, event: ClipboardEvent) => {
        event.preventDefault()
        return insert(event.clipboardData?.getData('text/plain') ?? '')
      },
      drop: (view: { dragging: unknown }, event: DragEvent) => {
        // A part of this text that is moved inside of it keeps its marks.
        if (view.dragging) return false
        event.preventDefault()
        return insert(event.dataTransfer?.getData('text/plain') ?? '')
      },
    },
    clipboardTextSerializer: (slice: { content: { toJSON(): unknown } }) =>
      plainTextOf((slice.content.toJSON() ?? []) as RichNode[]),
  }
}

/** The editor's document without the attributes that no mail has. */
export function cleanDocument(document: JSONContent): RichDocument {
  return { type: 'doc', content: (document.content ?? []).map(cleanNode) }
}

function cleanNode({ type = '', text, attrs, marks, content }: JSONContent): RichNode {
  return {
    type,
    ...(text !== undefined && { text }),
    ...(type === 'variable' && { attrs: { name: attrs?.['name'] } }),
    ...(marks &&
      marks.length > 0 && {
        marks: marks.map((mark) =>
          mark.type === 'link'
            ? { type: 'link', attrs: { href: mark.attrs?.['href'] } }
            : { type: mark.type },
        ),
      }),
    ...(content && content.length > 0 && { content: content.map(cleanNode) }),
  }
}
