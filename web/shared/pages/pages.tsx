import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { createContext, useContext, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '../texts/useWords.ts'
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

interface FormProps {
  back?: { to: string; label: string }
  title: string
  /** The kind of form, beside a title that is a name. */
  about?: string | undefined
  /** A live preview of the form's result, at the right. */
  desk?: ReactNode
  /** The `<FormShell>`. */
  children: ReactNode
}

/** One column of fields with its foot, and the result beside it. */
export function FormPage({ back, title, about, desk, children }: FormProps) {
  usePageTitle(title)
  const mark = useContext(Mark)
  return (
    <div className={style.split}>
      <section className={style.form}>
        <header className={style.formHead}>
          {back && <BackLink {...back} here={title} />}
          <div className="row gap-8">
            <div className={`${style.titled} row wrap`}>
              <h1>{title}</h1>
              {about && <span className={style.count}>{about}</span>}
            </div>
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
export function BackLink({ to, label, detail, here }: Back) {
  const { t } = useWords()
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
