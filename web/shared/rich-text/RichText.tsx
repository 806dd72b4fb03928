import type { ReactNode } from 'react'
import type { RichDocument, RichNode } from '#contract/rich-text.ts'
import style from './rich-text.module.css'

interface Props {
  document: RichDocument
  /** Links show where they lead and lead nowhere: a preview is not left by a touch. */
  isPreview?: boolean
}

/** A text with its marks. Its links open beside the page, which tells the other site nothing of where it was. */
export function RichText({ document, isPreview = false }: Props) {
  return (
    <div className={style.shown}>
      {(document.content ?? []).map((node, at) => (
        <Block key={at} node={node} isPreview={isPreview} />
      ))}
    </div>
  )
}

interface PartProps {
  node: RichNode
  isPreview: boolean
}

function Block({ node, isPreview }: PartProps): ReactNode {
  const inside = (node.content ?? []).map((child, at) =>
    child.type === 'text' || child.type === 'hardBreak' ? (
      <Inline key={at} node={child} isPreview={isPreview} />
    ) : (
      <Block key={at} node={child} isPreview={isPreview} />
    ),
  )
  if (node.type === 'bulletList') return <ul>{inside}</ul>
  if (node.type === 'orderedList') return <ol>{inside}</ol>
  return node.type === 'listItem' ? <li>{inside}</li> : <p>{inside}</p>
}

function Inline({ node, isPreview }: PartProps): ReactNode {
  if (node.type === 'hardBreak') return <br />
  return (node.marks ?? []).reduce<ReactNode>((inside, { type, attrs }) => {
    if (type === 'bold') return <strong>{inside}</strong>
    if (type === 'italic') return <em>{inside}</em>
    if (type === 'underline') return <u>{inside}</u>
    const href = String(attrs?.['href'])
    return isPreview ? (
      <span className={style.link} title={href}>
        {inside}
      </span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    )
  }, node.text)
}
