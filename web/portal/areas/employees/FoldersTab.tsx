import { ActionIcon, Select, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { employeeRights, profileTypes } from '#contract/employees/rights.ts'
import { folders } from '#contract/folders/folders.ts'
import { userFolders } from '#contract/folders/configuration.ts'
import { call } from '#web/shared/calls/call.ts'
import { useAct } from '#web/shared/calls/useAct.ts'
import { errorLine } from '#web/shared/forms/fields.tsx'
import { ErrorState } from '#web/shared/pages/states.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useMay } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { RightsTab } from './RightsShown.tsx'
import type { TabProps } from './fileTabs.ts'
import style from './FileTab.module.css'

/** The folders that somebody who manages is narrowed to: each is given and taken at once, with the password. */
export function FoldersTab({ record }: TabProps) {
  const { t } = useWords('employees')
  const answer = useCall(userFolders.list, { idUsuario: record.id })
  const held = useCall(
    employeeRights.ofUser,
    { id: record.id },
    { enabled: useMay(employeeRights.ofUser.need) },
  )
  const seesFolders = useMay(folders.available.need)
  const all = useCall(folders.available, {}, { enabled: seesFolders })
  const { run, busy, refusal } = useAct((change: () => Promise<unknown>) => change(), {
    refresh: [userFolders.list],
    inPlace: true,
  })
  const manages = held.data?.perfiles.some((one) => one.id_perfil_tipo === profileTypes.management)
  const mayChange = !record.propio && manages !== false
  const rows = answer.data ?? []
  const others = (all.data ?? []).filter(({ idCarpeta }) => !rows.some((row) => row.idCarpeta === idCarpeta))
  return (
    <RightsTab title={t('carpetas.titulo')}>
      <div aria-busy={busy} className="column gap-16">
        {answer.error && (
          <ErrorState
            error={answer.error}
            title={t('carpetas.error')}
            onRetry={() => void answer.refetch()}
          />
        )}
        {answer.isPending && <Skeleton height={12} width="60%" />}
        {answer.data && (
          <>
            <p className={style.said}>{t(rows.length === 0 ? 'carpetas.ninguna' : 'carpetas.que')}</p>
            {rows.length > 0 && (
              <ul className={`${style.list} column gap-12 plain-list`}>
                {rows.map(({ id, nombre }) => (
                  <li key={id} className="row apart">
                    <b>{nombre}</b>
                    {mayChange && (
                      <ActionIcon
                        variant="subtle"
                        size={36}
                        disabled={busy}
                        aria-label={t('carpetas.quitar', { nombre })}
                        onClick={() => run(() => call(userFolders.remove, { id }))}
                      >
                        <IconX size={18} />
                      </ActionIcon>
                    )}
                  </li>
                ))}
              </ul>
            )}
            {mayChange && seesFolders && (
              <Select
                label={t('carpetas.agregar')}
                placeholder={t('carpetas.elegir')}
                data={others.map(({ idCarpeta, nombre }) => ({ value: String(idCarpeta), label: nombre }))}
                value={null}
                onChange={(chosen) =>
                  chosen &&
                  run(() => call(userFolders.add, { idUsuario: record.id, idCarpeta: Number(chosen) }))
                }
                disabled={busy}
                searchable
              />
            )}
            {record.propio && <p className={style.said}>{t('carpetas.propio')}</p>}
            {!record.propio && manages === false && <p className={style.said}>{t('carpetas.sinGestion')}</p>}
            {refusal !== null && (
              <p className={style.wrong} role="alert">
                {errorLine(refusal)}
              </p>
            )}
          </>
        )}
      </div>
    </RightsTab>
  )
}
