import { IconArrowBackUp, IconBell, IconMail } from '@tabler/icons-react'
import { Link } from 'react-router'
import { actions } from '#contract/actions.ts'
import { publicationNotices, reminders } from '#contract/reminders.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './Massive.module.css'

/** The acts on a publication that is over: its reminder, its notice, undoing it. */
export function OutcomeDesk({ id }: { id: number }) {
  const { t } = useWords('massive')
  const acts = [
    { name: 'recordar', icon: IconBell, to: paths.reminders(id), may: useMay(reminders.create.need) },
    { name: 'avisar', icon: IconMail, to: paths.notices(id), may: useMay(publicationNotices.send.need) },
    { name: 'deshacer', icon: IconArrowBackUp, to: paths.undo(id), may: useMay([actions.undoPublication]) },
  ] as const
  return (
    <section className={style.desk}>
      <h2>{t('sigue.titulo')}</h2>
      <ul className={`${style.next} column plain-list gap-14`}>
        {acts
          .filter(({ may }) => may)
          .map(({ name, icon: Icon, to }) => (
            <li key={name}>
              <Icon size={18} aria-hidden />
              <span>
                <Link to={to}>{t(`despues.${name}`)}</Link>
                <span className={`second ${style.does}`}>{t(`despues.${name}Que`)}</span>
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
