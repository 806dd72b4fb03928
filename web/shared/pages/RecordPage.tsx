import type { ReactNode } from 'react'
import { BackLink } from './pages.tsx'
import { usePageTitle } from './usePageTitle.ts'
import { useSideEdges } from './useSideEdges.ts'
import style from './pages.module.css'

interface RecordProps {
  /** The list that this came from, with its search. */
  back: { to: string; label: string; detail?: string }
  title: string
  /** A picture before the title; `who` is then shown below the title. */
  mark?: ReactNode
  /** The state's badge. */
  badge?: ReactNode
  /** The owner, after the badge. */
  who?: ReactNode
  /** n of m and its arrows. */
  place?: ReactNode
  actions?: ReactNode
  /** The record's tabs, on the head's own line. */
  tabs?: ReactNode
  /** Content that a phone shows before the desk. */
  lead?: ReactNode
  /** The document or other content at the left. */
  desk?: ReactNode
  /** Facts, tabs. */
  children: ReactNode
}

/** The record's title and state in the first line, the document at the left, the facts at the right. */
export function RecordPage(props: RecordProps) {
  const { back, title, mark, badge, who, place, actions, tabs, lead, desk, children } = props
  usePageTitle(title)
  const line = useSideEdges<HTMLDivElement>()
  return (
    <div className={style.page}>
      <header className={style.recordHead} data-tabs={tabs ? true : undefined}>
        <div className={`${style.line} row wrap`}>
          <BackLink {...back} here={title} />
          <div className={`${style.actions} row wrap gap-8 to-end`}>{place}</div>
        </div>
        <div className={`${style.line} row wrap`}>
          {mark}
          <div className={`${style.name} row wrap`} data-marked={mark ? true : undefined}>
            <h1>{title}</h1>
            {badge}
            {who && <span className="second">{who}</span>}
          </div>
          <div className={`${style.actions} row wrap gap-8 to-end`}>{actions}</div>
        </div>
        {tabs && (
          <div className={style.tabs}>
            <div ref={line} className={style.tabsLine}>
              {tabs}
            </div>
          </div>
        )}
      </header>
      <div className={style.split}>
        {lead && <div className={style.lead}>{lead}</div>}
        {desk && <div className={`${style.desk} column grow`}>{desk}</div>}
        <div className={desk ? style.facts : style.factsAlone}>{children}</div>
      </div>
    </div>
  )
}
