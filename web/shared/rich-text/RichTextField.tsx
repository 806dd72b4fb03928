import '@mantine/tiptap/styles.layer.css'
import { Button, Popover, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import type { Editor, JSONContent } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Underline } from '@tiptap/extension-underline'
import { useEditor } from '@tiptap/react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isLinkAllowed, type RichDocument, type TextFault } from '#contract/rich-text.ts'
import { useWords } from '../texts/useWords.ts'
import { cleanDocument, commonParts, plainPaste, type VariableChoice } from './editing.ts'
import { fieldAttributes, FieldFrame, VariableMenu } from './FieldFrame.tsx'
import style from './rich-text.module.css'

interface Props {
  /** By which an error summary finds it. */
  id?: string
  label: string
  help: ReactNode
  value: RichDocument
  fault: TextFault | undefined
  /** Chips that can be inserted; none by default. */
  variables?: readonly VariableChoice[]
  /** Whether it may have links. */
  links: boolean
  required?: boolean
  onChange: (document: RichDocument) => void
}

/** A text with a short list of marks, lists, links, and variables as chips. */
export function RichTextField({
  id: given,
  label,
  help,
  value,
  fault,
  variables = [],
  links,
  required = false,
  onChange,
}: Props) {
  const { t } = useWords('rich-text')
  const ownId = useId()
  const id = given ?? ownId
  const held = useRef<Editor | null>(null)
  const props = {
    attributes: fieldAttributes(id, { oneLine: false, fault: fault !== undefined, required }),
    ...plainPaste(() => held.current, { oneLine: false }),
  }
  const editor = useEditor({
    extensions: [
      ...commonParts(variables, { oneLine: false }),
      Bold,
      Italic,
      Underline,
      HardBreak,
      BulletList,
      OrderedList,
      ListItem,
      ...(links
        ? [
            Link.configure({
              autolink: false,
              linkOnPaste: false,
              openOnClick: false,
              isAllowedUri: (address) => isLinkAllowed(address ?? ''),
              HTMLAttributes: { target: null, rel: null, class: null },
            }),
          ]
        : []),
    ],
    content: value as JSONContent,
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: props,
    onUpdate: ({ editor: changed }) => onChange(cleanDocument(changed.getJSON())),
  })
  useEffect(() => {
    held.current = editor
  }, [editor])
  return (
    <FieldFrame id={id} label={label} help={help} fault={fault} required={required}>
      <RichTextEditor
        // Mantine's declarations name the CommonJS ones of tiptap: another class for the compiler, the same at run time.
        editor={editor as unknown as ComponentProps<typeof RichTextEditor>['editor']}
        labels={{
          boldControlLabel: t('marca.negrita'),
          italicControlLabel: t('marca.cursiva'),
          underlineControlLabel: t('marca.subrayado'),
          bulletListControlLabel: t('marca.lista'),
          orderedListControlLabel: t('marca.numerada'),
        }}
        className={style.body ?? ''}
        data-error={fault ? true : undefined}
        data-short={links ? undefined : true}
      >
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          {links && (
            <RichTextEditor.ControlsGroup>
              <LinkControl editor={editor} />
            </RichTextEditor.ControlsGroup>
          )}
          {variables.length > 0 && (
            <VariableMenu
              variables={variables}
              field={label}
              onChoose={(name) =>
                editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()
              }
            />
          )}
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </FieldFrame>
  )
}

/** Asks where the chosen words lead; with none chosen the address itself becomes the words. */
function LinkControl({ editor }: { editor: Editor }) {
  const { t } = useWords('rich-text')
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const isLink = editor.isActive('link')
  const show = () => {
    const { href } = editor.getAttributes('link')
    setAddress(typeof href === 'string' ? href : '')
    setTried(false)
    setOpen(true)
  }
  const set = () => {
    const href = address.trim()
    if (!isLinkAllowed(href)) return setTried(true)
    const begun = editor.chain().focus().extendMarkRange('link')
    const marked = { type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }
    if (editor.state.selection.empty && !isLink) begun.insertContent(marked).run()
    else begun.setLink({ href }).run()
    setOpen(false)
  }
  return (
    <Popover opened={open} onChange={setOpen} trapFocus position="bottom" withinPortal>
      <Popover.Target>
        <RichTextEditor.Control
          active={isLink}
          aria-label={t('marca.enlace')}
          title={t('marca.enlace')}
          onClick={() => (open ? setOpen(false) : show())}
        >
          <IconLink size={16} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="column gap-8">
          <TextInput
            label={t('enlace.direccion')}
            description={t('enlace.ayuda')}
            placeholder="https://"
            value={address}
            error={tried ? t('enlace.falta') : null}
            data-autofocus
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              set()
            }}
          />
          <div className="row gap-8">
            <Button variant="filled" onClick={set}>
              {t('enlace.poner')}
            </Button>
            {isLink && (
              <Button
                leftSection={<IconLinkOff size={16} aria-hidden />}
                onClick={() => {
                  editor.chain().focus().extendMarkRange('link').unsetLink().run()
                  setOpen(false)
                }}
              >
                {t('enlace.quitar')}
              </Button>
            )}
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
