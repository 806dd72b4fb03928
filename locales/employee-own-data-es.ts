import selfService from './es/self-service.json' with { type: 'json' }

/** The words about one's own data, loaded with the screens that change them. */
export const employeeOwnDataWords = { 'self-service': selfService }
