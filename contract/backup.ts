import { z } from 'zod'
import { call } from './call.ts'

export const backup = {
  download: call({
    method: 'GET',
    path: '/v2/backup/download',
    need: 'hr',
    summary: 'Where a backup that was asked for is downloaded: needs a second factor of the person’s own.',
    input: z.object({ download: z.string().min(1).max(100) }),
    answer: z.object({ enlace: z.string() }),
    errors: ['SYSTEM_MFA_AUTH_NOT_CONFIGURED'],
  }),
}
