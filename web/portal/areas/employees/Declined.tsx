import { Badge, Button } from '@mantine/core'
import { IconSignatureOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { consents } from '#contract/account/consents.ts'
import { paths } from '#web/shared/pages/paths.ts'
import { dateText } from '#web/shared/texts/texts.ts'
import { useCall } from '#web/shared/calls/useCall.ts'
import { useViewer } from '#web/shared/session/viewer.ts'
import { useWords } from '#web/shared/texts/useWords.ts'

/** A badge for somebody who signs on paper, with the day since when. */
export function DeclinedBadge({ id }: { id: number }) {
  const { t } = useWords('account-access')
  const { company } = useViewer()
  const { data } = useCall(consents.one, { id })
  if (!data?.fecha || data.decision === 'otorgado') return null
  return (
    <Badge
      color="warn"
      leftSection={<IconSignatureOff size={16} aria-hidden />}
      title={t('declinaron.desde', { fecha: dateText(data.fecha, company.zona) })}
    >
      {t('declinaron.una')}
    </Badge>
  )
}

/** The way to everybody who signs on paper. */
export function DeclinedLink() {
  const { t } = useWords('account-access')
  return (
    <Button
      component={Link}
      to={paths.declined()}
      variant="subtle"
      leftSection={<IconSignatureOff size={18} aria-hidden />}
    >
      {t('declinaron.titulo')}
    </Button>
  )
}
