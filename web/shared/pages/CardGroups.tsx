import type { Icon } from '@tabler/icons-react'
import { useId } from 'react'
import { Link } from 'react-router'
import style from './CardGroups.module.css'

export interface CardGroup {
  title: string
  /** The page's own title says the same: it isn't shown again. */
  isTitled?: boolean
  cards: readonly Card[]
}

interface Card {
  to: string
  icon: Icon
  title: string
  /** Its purpose, in a sentence. */
  text?: string | undefined
}

/** Ways to screens or pages as cards, grouped; each says what it is for. */
export function CardGroups({ of }: { of: readonly CardGroup[] }) {
  return (
    <div className={`${style.groups} column gap-24`}>
      {of.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </div>
  )
}

function Group({ title, isTitled, cards }: CardGroup) {
  const id = useId()
  return (
    <section className={`${style.group} column gap-10`} aria-labelledby={id}>
      <h2 id={id} {...(isTitled && { className: 'only-read-aloud' })}>
        {title}
      </h2>
      <ul className={style.cards}>
        {cards.map(({ to, icon: Mark, title: name, text }) => (
          <li key={to}>
            <Link to={to} className="focus-ring">
              <Mark size={20} aria-hidden />
              <span>
                <b>{name}</b>
                {text && <span className="second">{text}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
