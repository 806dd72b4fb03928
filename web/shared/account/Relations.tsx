import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconBuilding, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { relations, type RelatedUser } from '#contract/relations.ts'
import { call } from '../calls/call.ts'
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx'
import { Dialog } from '../forms/Dialog.tsx'
import { ErrorState } from '../pages/states.tsx'
import { dateText } from '../texts/texts.ts'
import { useCall } from '../calls/useCall.ts'
import { useViewer } from '../session/viewer.ts'
import { useWords } from '../texts/useWords.ts'
import { AddCompany } from './AddCompany.tsx'
import style from './account.module.css'

/** The person's users in other companies: listed, added and cut. Not for a session of single sign-on. */
export function Relations() {
  const { t } = useWords('relations-switch')
  const [adding, setAdding] = useState(false)
  return (
    <section className={style.section}>
      <div className={`${style.head} row wrap`}>
        <h2>{t('relaciones.titulo')}</h2>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
          {t('relaciones.relacionar')}
        </Button>
      </div>
      <List onAdd={() => setAdding(true)} />
      <Dialog opened={adding} onClose={() => setAdding(false)} title={t('agregar.titulo')}>
        <AddCompany onClose={() => setAdding(false)} />
      </Dialog>
    </section>
  )
}

function List({ onAdd }: { onAdd: () => void }) {
  const { t } = useWords('relations-switch')
  const related = useCall(relations.related, {})
  const [cutting, setCutting] = useState<RelatedUser | null>(null)
  if (related.error)
    return <ErrorState error={related.error} title={t('error')} onRetry={() => void related.refetch()} />
  if (!related.data) return <Skeleton height={64} radius={8} />
  const others = related.data.filter(({ actual }) => !actual)
  const suspended = related.data.some(({ actual, relacion }) => actual && relacion?.suspendida)
  return (
    <>
      {others.length > 0 && (
        <ul className={`${style.panel} plain-list panel`}>
          {others.map((user) => (
            <Relation key={user.id} user={user} onAdd={onAdd} onCut={() => setCutting(user)} />
          ))}
        </ul>
      )}
      {others.length === 0 && !suspended && <p className={style.notice}>{t('relaciones.ninguna')}</p>}
      <p className={style.notice}>{suspended ? t('propiaSuspendida') : t('relaciones.texto')}</p>
      {cutting && <CutDialog user={cutting} onClose={() => setCutting(null)} />}
    </>
  )
}

function Relation({ user, onAdd, onCut }: { user: RelatedUser; onAdd: () => void; onCut: () => void }) {
  const { t } = useWords('relations-switch')
  const { company } = useViewer()
  const { empresa, usuario, relacion } = user
  const rests = relacion?.suspendida ?? false
  const dia = relacion && dateText(relacion.desde, company.zona)
  return (
    <li className={`${style.row} row gap-12`}>
      {rests ? (
        <IconAlertTriangle size={20} color="var(--warn)" aria-hidden />
      ) : (
        <IconBuilding size={20} aria-hidden />
      )}
      <div className={`${style.words} grow`}>
        <b>{empresa.nombre}</b>
        <span className="second">
          {rests ? t('relaciones.suspendida') : t('relaciones.vigente', { usuario, dia })}
        </span>
      </div>
      {rests && <Button onClick={onAdd}>{t('relaciones.demostrar')}</Button>}
      <Button onClick={onCut} aria-label={t('relaciones.cortarDe', { empresa: empresa.nombre })}>
        {t('relaciones.cortar')}
      </Button>
    </li>
  )
}

function CutDialog({ user, onClose }: { user: RelatedUser; onClose: () => void }) {
  const { t } = useWords('relations-switch')
  const empresa = user.empresa.nombre
  return (
    <ConfirmDialog
      title={t('relaciones.confirmarTitulo', { empresa })}
      submit={t('relaciones.si')}
      done={t('relaciones.cortada', { empresa })}
      act={() => call(relations.cut, { id: user.id })}
      refresh={[relations.related]}
      dangerous
      onClose={onClose}
    >
      <p>{t('relaciones.confirmar', { empresa })}</p>
    </ConfirmDialog>
  )
}
