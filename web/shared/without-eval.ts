import { config } from 'zod'

// zod tries `new Function` for speed; the page's policy forbids it, and each try would be reported.
config({ jitless: true })
