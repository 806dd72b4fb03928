import type { ReactNode } from 'react'
import type { RichDocument, RichNode } from '#contract/rich-text.ts'
import style from './rich-text.module.css'

/** A text with its marks. Its links open beside the page, which tells the other site nothing of where it was. */
export function RichText({ document }: { document: RichDocument }) {
  return (
    <div className={style.shown}>
      {(document.content ?? []).map((node, at) => (
        <Block key={at} node={node} />
      ))}
    </div>
  )
}

function Block({ node }: { node: RichNode }): ReactNode {
  const inside = (node.content ?? []).map((child, at) =>
    child.type === 'text' || child.type === 'hardBreak' ? (
      <Inline key={at} node={child} />
    ) : (
      <Block key={at} node={child} />
    ),
  )
  if (node.type === 'bulletList') return <ul>{inside}</ul>
  if (node.type === 'orderedList') return <ol>{inside}</ol>
  return node.type === 'listItem' ? <li>{inside}</li> : <p>{inside}</p>
}

function Inline({ node }: { node: RichNode }): ReactNode {
  if (node.type === 'hardBreak') return <br />
  return (node.marks ?? []).reduce<ReactNode>((inside, { type, attrs }) => {
    if (type === 'bold') return <strong>{inside}</strong>
    if (type === 'italic') return <em>{inside}</em>
    if (type === 'underline') return <u>{inside}</u>
    return (
      <a href={String(attrs?.['href'])} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    )
  }, node.text)
}
