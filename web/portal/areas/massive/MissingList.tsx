import { Avatar, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { massive } from '#contract/massive/massive.ts'
import type { MassivePublication } from '#contract/massive/publication.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { EmptyState, ErrorState } from '#web/shared/pages/states.tsx'
import { TableFoot } from '#web/shared/lists/TableFoot.tsx'
import { TaxId } from '#web/shared/texts/TaxId.tsx'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useWords } from '#web/shared/texts/useWords.ts'
import { useGroupWords } from './useGroupWords.ts'
import style from './Preview.module.css'

const perPage = 50

/** Expected people without a receipt in the file, about whom to ask the payroll office. */
export function MissingList({ publication }: { publication: MassivePublication }) {
  const { t } = useWords(['massive', 'country'])
  const words = useGroupWords()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [buscar] = useDebouncedValue(typed.trim(), 250)
  const answer = useCall(massive.missing, { id: publication.id, page, perPage, ...(buscar && { buscar }) })
  const people = answer.data?.data
  const had = people?.filter(({ motivo }) => motivo === 'periodo_anterior').length ?? 0
  const before = had === 0 ? null : had === people?.length ? 'todosAntes' : 'otrosAntes'
  const label = t('faltan.buscar', { cuil: t('country:cuil') })
  return (
    <section className={`${style.list} column grow`} data-alone aria-label={words.name('sin_recibo')}>
      <header className={style.listHead}>
        <div className={`${style.listTitle} row wrap`}>
          <h2>{words.name('sin_recibo')}</h2>
          <TextInput
            className={style.search ?? ''}
            type="search"
            maxLength={60}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setPage(1)
            }}
            placeholder={label}
            aria-label={label}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        </div>
        <p className="second">
          {words.what('sin_recibo')} {before && t(`faltan.${before}`)}
        </p>
      </header>
      {answer.error && !people ? (
        <ErrorState error={answer.error} title={t('faltan.error')} onRetry={() => void answer.refetch()} />
      ) : people?.length === 0 ? (
        buscar ? (
          <EmptyState drawing="nothing" title={t('elegir.nadie', { buscado: buscar })} />
        ) : (
          <EmptyState title={t('faltan.ninguno')}>{t('faltan.ningunoQue')}</EmptyState>
        )
      ) : (
        <>
          <ul
            className={`${style.missing} plain-list`}
            aria-label={t('faltan.lista')}
            aria-busy={answer.isPending}
          >
            {people?.map((person) => (
              <li key={person.id}>
                <Avatar name={person.nombre} size={32} color="gray" aria-hidden />
                <span className={`${style.who} column grow`}>
                  <Link to={paths.employee(person.id)}>
                    <b>{person.nombre}</b>
                  </Link>
                  <span className="second">{[person.cargo, person.lugar].filter(Boolean).join(' · ')}</span>
                </span>
                <span className={`${style.by} column`}>
                  <TaxId value={person.cuil} />
                  {person.motivo !== 'periodo_anterior' && (
                    <span className="quiet">{t(`faltan.${person.motivo}`)}</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {(answer.data?.pagination.total ?? 0) > perPage && (
            <TableFoot
              pagination={answer.data?.pagination}
              onPage={setPage}
              ticked={0}
              onClear={() => undefined}
              acts={null}
            />
          )}
        </>
      )}
    </section>
  )
}
