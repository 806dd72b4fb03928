import push from './es/push.json' with { type: 'json' }

/** The words about notices on devices, loaded where they are turned on. */
export const employeePushWords = { push }
