import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { createContext, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePageTitle } from './usePageTitle.ts'
import style from './pages.module.css'

const Mark = createContext<ReactNode>(null)

/** Content that an application's frame shows beside a screen's title. */
export const PageMark = Mark.Provider

interface ListProps {
  title: string
  /** How many there are, beside the title. */
  count?: string | undefined
  /** Secondary acts, then the one filled act. */
  actions?: ReactNode
  /** Search and filters: `<ListTools>`. */
  tools: ReactNode
  /** Sums that are filters, on a line whose room is kept. */
  sums?: ReactNode
  /** The `<DataTable>`. */
  children: ReactNode
  /** The open row's preview, at the right; below 1200 the page shows it over the list. */
  preview?: ReactNode
}

/** Title and count, search and chips, the table, and beside it the open row's preview. */
export function ListPage({ title, count, actions, tools, sums, children, preview }: ListProps) {
  usePageTitle(title)
  const mark = useContext(Mark)
  return (
    <div className={style.split}>
      <section className={style.list}>
        <header className={`${style.listHead} column gap-12`}>
          <div className={`${style.line} row wrap`}>
            <h1>{title}</h1>
            {count && <span className={`figures ${style.count}`}>{count}</span>}
            {mark && <span className={`${style.mark} row`}>{mark}</span>}
            <div className={`${style.actions} row wrap gap-8 to-end`}>{actions}</div>
          </div>
          {tools}
          {sums !== undefined && <div className={style.sums}>{sums}</div>}
        </header>
        {children}
      </section>
      {preview && <aside className={`${style.preview} column`}>{preview}</aside>}
    </div>
  )
}

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
        {tabs && <div className={style.tabs}>{tabs}</div>}
      </header>
      <div className={style.split}>
        {lead && <div className={style.lead}>{lead}</div>}
        {desk && <div className={`${style.desk} column grow`}>{desk}</div>}
        <div className={desk ? style.facts : style.factsAlone}>{children}</div>
      </div>
    </div>
  )
}

interface FormProps {
  back?: { to: string; label: string }
  title: string
  /** A live preview of the form's result, at the right. */
  desk?: ReactNode
  /** The `<FormShell>`. */
  children: ReactNode
}

/** One column of fields with its foot, and the result beside it. */
export function FormPage({ back, title, desk, children }: FormProps) {
  usePageTitle(title)
  const mark = useContext(Mark)
  return (
    <div className={style.split}>
      <section className={style.form}>
        <header className={style.formHead}>
          {back && <BackLink {...back} here={title} />}
          <div className="row gap-8">
            <h1>{title}</h1>
            {mark && <span className={`${style.mark} row`}>{mark}</span>}
          </div>
        </header>
        {children}
      </section>
      {desk && <aside className={style.formDesk}>{desk}</aside>}
    </div>
  )
}

/** A page that scrolls as a whole on the ground: home, account, error pages. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return <div className={`${style.plain} column`}>{children}</div>
}

/** Facts as labelled pairs. */
export function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={`${style.pairs} column`}>
      {of.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Back {
  to: string
  label: string
  detail?: string
  /** The title of what is shown. */
  here: string
}

/** The way back to the list with its search, and where one is: a trail of two. */
function BackLink({ to, label, detail, here }: Back) {
  const { t } = useTranslation()
  return (
    <nav className={style.back} aria-label={t('camino')}>
      <ol>
        <li>
          <Link to={to}>
            <IconArrowLeft size={16} aria-hidden /> {label}
          </Link>
          {detail && <span className="second">· {detail}</span>}
        </li>
        <li>
          <IconChevronRight size={14} aria-hidden />
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
