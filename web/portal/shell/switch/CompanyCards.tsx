import { Alert, Button, TextInput } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCheck,
  IconExternalLink,
  IconInfoCircle,
  IconPlus,
  IconSearch,
  IconWorldOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RelatedUser } from '#contract/relations.ts'
import { logoAddress } from '#web/shared/look/brand.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { type Card, cardsOf, found } from './cards.ts'
import style from './Switch.module.css'

/** Above this a list is searched rather than read. */
const many = 8

interface Props {
  users: readonly RelatedUser[]
  busy: Card | null
  error: unknown
  onChange: (card: Card) => void
  onAdd: () => void
  onClose: () => void
}

/** Where one is, and where one may go. No button is filled: all choices weigh the same. */
export function CompanyCards({ users, busy, error, onChange, onAdd, onClose }: Props) {
  const { t } = useWords('relations-switch')
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const own = users.find(({ actual }) => actual)
  const cards = cardsOf(users)
  const shown = found(cards, typed)
  const alone = users.length < 2
  return (
    <>
      <div className={`modal-text ${style.cards}`}>
        {Boolean(error) && (
          <Alert color="bad" role="alert" mb={14} icon={<IconAlertCircle size={18} />}>
            {errorText(error)}
          </Alert>
        )}
        {own?.relacion?.suspendida && (
          <Alert color="warn" mb={14} icon={<IconAlertTriangle size={18} />}>
            {t('propiaSuspendida')}
          </Alert>
        )}
        {own && (
          <div className={style.current}>
            <Company user={own} />
            <div className={style.profile}>
              {own.perfiles.find(({ id_perfil_tipo }) => id_perfil_tipo === 2)?.nombre}
            </div>
            <div className={`${style.mark} row gap-6`}>
              <IconCheck size={18} stroke={1.8} aria-hidden /> {t('actual')}
            </div>
          </div>
        )}
        <div className={`${style.head} flex apart`}>
          <h3>{t('misEmpresas')}</h3>
          {!alone && (
            <Link to={paths.account()} onClick={onClose}>
              {t('administrar')}
            </Link>
          )}
        </div>
        {cards.length > many && (
          <TextInput
            mb={10}
            leftSection={<IconSearch size={18} aria-hidden />}
            placeholder={t('buscar')}
            aria-label={t('buscar')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {alone && <p className="second">{t('vacio')}</p>}
        {shown.length > 0 && (
          <ul className={`${style.panel} plain-list`}>
            {shown.map((card) => (
              <li key={`${card.user.id}.${card.type}`} data-state={card.state}>
                <Company user={card.user} />
                <div className={style.profile}>
                  {card.profile}
                  <Cost card={card} />
                </div>
                <Act card={card} busy={busy} onChange={onChange} onAdd={onAdd} />
              </li>
            ))}
          </ul>
        )}
        {cards.length > 0 && shown.length === 0 && <p className="second">{t('ninguna')}</p>}
        <Button
          mt={14}
          variant="subtle"
          data-focus-back
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={onAdd}
        >
          {t('agregar.accion')}
        </Button>
      </div>
      <div className="modal-foot">
        <div className={`${style.promise} row gap-8`}>
          <IconInfoCircle size={18} aria-hidden />
          {t('cierra')}
        </div>
      </div>
    </>
  )
}

function Company({ user }: { user: RelatedUser }) {
  const { i18n } = useWords()
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(user.pais)
  return (
    <>
      <img src={logoAddress(user.empresa)} alt="" width={40} height={40} />
      <div className={style.company}>
        <b>{user.empresa.nombre}</b>
        <div className="second">{country}</div>
      </div>
    </>
  )
}

/** The step-up that the switch will require, or the screen that it opens. */
function Cost({ card: { user, type, state } }: { card: Card }) {
  const { t } = useWords('relations-switch')
  if (state === 'suspended') return <div className={style.warning}>{t('suspendida')}</div>
  if (state !== 'open') return null
  if (type === 1)
    return (
      <div className="second">
        {t('otraVentana')} <IconExternalLink size={15} aria-hidden />
      </div>
    )
  return user.pide_segundo_factor ? <div className="second">{t('pideFactor')}</div> : null
}

function Act({ card, busy, onChange, onAdd }: { card: Card } & Pick<Props, 'busy' | 'onChange' | 'onAdd'>) {
  const { t } = useWords('relations-switch')
  const { user, profile, state } = card
  if (state === 'payment')
    return (
      <div className={style.warning}>
        <IconAlertTriangle size={18} aria-hidden /> {t('bloqueada')}
      </div>
    )
  if (state === 'address')
    return (
      <div className={`${style.shut} quiet`}>
        <IconWorldOff size={18} aria-hidden /> {t('ip')}
      </div>
    )
  if (state === 'suspended') return <Button onClick={onAdd}>{t('demostrar')}</Button>
  return (
    <Button
      loading={busy === card}
      disabled={busy !== null && busy !== card}
      aria-label={t('botonPara', { empresa: user.empresa.nombre, perfil: profile })}
      onClick={() => onChange(card)}
    >
      {t('boton')}
    </Button>
  )
}
