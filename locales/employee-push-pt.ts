import push from './pt/push.json' with { type: 'json' }

/** What is said of notices on devices, loaded where they are turned on. */
export const employeePushWords = { push }
