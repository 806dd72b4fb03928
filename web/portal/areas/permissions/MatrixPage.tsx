import { Button, Menu, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconSearch, IconTableExport } from '@tabler/icons-react'
import { useState } from 'react'
import { actions } from '#contract/actions.ts'
import { permissionCalls, type ProfileActions } from '#contract/permissions/calls.ts'
import { download } from '#web/shared/calls/download.ts'
import { fold } from '#web/shared/texts/fold.ts'
import { PlainPage } from '#web/shared/pages/pages.tsx'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { useErrorText } from '#web/shared/texts/texts.ts'
import { toastError } from '#web/shared/pages/toasts.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import style from './MatrixPage.module.css'

/** Every action of the product by every profile of the company, to be read and handed out. */
export function MatrixPage() {
  const { t } = useWords('permissions')
  const { data: profiles, error, refetch } = useCall(permissionCalls.matrix, {})
  const [search, setSearch] = useState('')
  const phone = useMediaQuery('(max-width: 767px)') ?? false
  const wanted = fold(search)
  const shown = Object.values(actions).filter((action) => fold(t(`accion.${action}`)).includes(wanted))
  return (
    <PlainPage title={t('matriz.titulo')}>
      <h1>{t('matriz.titulo')}</h1>
      <p className={`${style.text} second`}>{t('matriz.texto')}</p>
      <div className={`${style.tools} row wrap apart gap-8`}>
        <TextInput
          className={style.search ?? ''}
          aria-label={t('matriz.buscar')}
          placeholder={t('matriz.buscar')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Downloads />
      </div>
      {error && <ErrorState error={error} title={t('matriz.error')} onRetry={() => void refetch()} />}
      {!profiles && !error && <Skeleton height={480} />}
      {profiles && shown.length === 0 && <EmptyState drawing="nothing" title={t('matriz.nada')} />}
      {profiles &&
        shown.length > 0 &&
        (phone ? (
          <OneProfile profiles={profiles} shown={shown} />
        ) : (
          <Matrix profiles={profiles} shown={shown} />
        ))}
    </PlainPage>
  )
}

interface MatrixProps {
  profiles: readonly ProfileActions[]
  shown: readonly (typeof actions)[keyof typeof actions][]
}

function Matrix({ profiles, shown }: MatrixProps) {
  const { t } = useWords('permissions')
  return (
    <div className={`${style.scroll} focus-ring`} tabIndex={0} role="region" aria-label={t('matriz.titulo')}>
      <table className={`${style.matrix} table`}>
        <thead>
          <tr>
            <th scope="col">{t('matriz.permiso')}</th>
            {profiles.map(({ id, nombre, personas, id_perfil_tipo: type, ve_confidencial: confidential }) => (
              <th key={id} scope="col">
                {nombre}
                {type !== 1 && (
                  <span className={`${style.below} quiet`}>{t(`matriz.tipo.${type === 2 ? 2 : 3}`)}</span>
                )}
                <span className={`${style.below} quiet`}>{t('matriz.personas', { count: personas })}</span>
                {confidential && <span className={`${style.below} quiet`}>{t('matriz.confidencial')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((action) => (
            <tr key={action}>
              <th scope="row">{t(`accion.${action}`)}</th>
              {profiles.map(({ id, acciones }) => (
                <td key={id} data-may={acciones.includes(action) || undefined}>
                  {acciones.includes(action) ? (
                    <IconCheck
                      size={18}
                      stroke={1.8}
                      color="var(--ok)"
                      role="img"
                      aria-label={t('matriz.si')}
                    />
                  ) : (
                    <span className="quiet" role="img" aria-label={t('matriz.no')}>
                      –
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** On a phone one profile at a time: what it may first, then what it may not. */
function OneProfile({ profiles, shown }: MatrixProps) {
  const { t } = useWords('permissions')
  const [chosen, choose] = useState(
    () => profiles.toSorted((one, other) => other.acciones.length - one.acciones.length)[0]?.id,
  )
  const profile = profiles.find(({ id }) => id === chosen)
  if (!profile) return null
  const may = (action: (typeof shown)[number]) => profile.acciones.includes(action)
  return (
    <>
      <NativeSelect
        label={t('matriz.perfil')}
        value={profile.id}
        data={profiles.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <p className="second">
        {t(`matriz.tipo.${profile.id_perfil_tipo === 1 ? 1 : profile.id_perfil_tipo === 2 ? 2 : 3}`)} ·{' '}
        {t('matriz.personas', { count: profile.personas })}
        {profile.ve_confidencial && ` · ${t('matriz.confidencial')}`}
        {' · '}
        {t('matriz.puede', { n: shown.filter(may).length, total: shown.length })}
      </p>
      {profile.acciones.length === 0 && <p>{t('matriz.soloLoPropio')}</p>}
      <ul className={`${style.list} plain-list`}>
        {[...shown.filter(may), ...shown.filter((action) => !may(action))].map((action) => (
          <li key={action} data-not={!may(action) || undefined}>
            <span className="grow">{t(`accion.${action}`)}</span>
            {may(action) ? (
              <IconCheck size={18} stroke={1.8} color="var(--ok)" role="img" aria-label={t('matriz.si')} />
            ) : (
              <span className={style.not}>{t('matriz.no')}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Downloads() {
  const { t } = useWords('permissions')
  const errorText = useErrorText()
  const get = (formato: 'xlsx' | 'csv') =>
    download(permissionCalls.matrixFile, { formato }).catch((error: unknown) =>
      toastError({ text: errorText(error) }),
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconTableExport size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('matriz.descargar')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void get('xlsx')}>{t('matriz.xlsx')}</Menu.Item>
        <Menu.Item onClick={() => void get('csv')}>{t('matriz.csv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
