import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef } from 'react'
import { inlineOf, lineOf, type TextFault, type RichNode } from '#contract/rich-text.ts'
import { commonParts, plainPaste, type VariableChoice } from '#web/shared/rich-text/editing.ts'
import { fieldAttributes, FieldFrame, VariableMenu } from '#web/shared/rich-text/FieldFrame.tsx'
import style from './mails.module.css'

interface Props {
  label: string
  help?: string
  /** The text at the beginning, with {{variables}}. */
  value: string
  fault: TextFault | undefined
  variables: readonly VariableChoice[]
  onChange: (text: string) => void
}

/** A text of one line with variables as chips. */
export function LineField({ label, help, value, fault, variables, onChange }: Props) {
  const id = useId()
  const held = useRef<ReturnType<typeof useEditor>>(null)
  const props = {
    attributes: {
      ...fieldAttributes(id, { oneLine: true, fault: fault !== undefined, required: true }),
      class: style.input ?? '',
    },
    handleKeyDown: (_: unknown, event: KeyboardEvent) => event.key === 'Enter',
    ...plainPaste(() => held.current, { oneLine: true }),
  }
  const editor = useEditor({
    extensions: commonParts(variables, { oneLine: true }),
    content: { type: 'doc', content: [{ type: 'paragraph', content: inlineOf(value) }] },
    injectCSS: false,
    editorProps: props,
    onUpdate: ({ editor: changed }) => onChange(lineOf((changed.getJSON().content ?? []) as RichNode[])),
  })
  useEffect(() => {
    held.current = editor
  }, [editor])
  return (
    <FieldFrame id={id} label={label} help={help} fault={fault} required>
      <div className={style.oneLine} data-error={fault ? true : undefined}>
        <EditorContent editor={editor} className="grow" />
        <VariableMenu
          small
          variables={variables}
          field={label}
          onChoose={(name) =>
            editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()
          }
        />
      </div>
    </FieldFrame>
  )
}
