import access from './pt/access.json' with { type: 'json' }
import account from './pt/account.json' with { type: 'json' }
import approvals from './pt/approvals.json' with { type: 'json' }
import analysis from './pt/analysis.json' with { type: 'json' }
import certificates from './pt/certificates.json' with { type: 'json' }
import country from './pt/country.json' with { type: 'json' }
import employees from './pt/employees.json' with { type: 'json' }
import documentActs from './pt/document-acts.json' with { type: 'json' }
import documents from './pt/documents.json' with { type: 'json' }
import errors from './pt/errors.json' with { type: 'json' }
import downloads from './pt/downloads.json' with { type: 'json' }
import folders from './pt/folders.json' with { type: 'json' }
import frame from './pt/frame.json' with { type: 'json' }
import generic from './pt/generic.json' with { type: 'json' }
import home from './pt/home.json' with { type: 'json' }
import massive from './pt/massive.json' with { type: 'json' }
import me from './pt/me.json' with { type: 'json' }
import ownAccount from './pt/own-account.json' with { type: 'json' }
import papers from './pt/papers.json' with { type: 'json' }
import permissions from './pt/permissions.json' with { type: 'json' }
import processes from './pt/processes.json' with { type: 'json' }
import publishing from './pt/publishing.json' with { type: 'json' }
import reminders from './pt/reminders.json' with { type: 'json' }
import reports from './pt/reports.json' with { type: 'json' }
import screens from './pt/screens.json' with { type: 'json' }
import security from './pt/security.json' with { type: 'json' }
import shell from './pt/shell.json' with { type: 'json' }
import switchWords from './pt/switch.json' with { type: 'json' }
import traceability from './pt/traceability.json' with { type: 'json' }
import undo from './pt/undo.json' with { type: 'json' }
import words from './pt/words.json' with { type: 'json' }

/** What the portal says. An area adds its file here and in the other language. */
export const portalWords = {
  access,
  account,
  analysis,
  approvals,
  certificates,
  country,
  documentActs,
  documents,
  employees,
  errors,
  downloads,
  folders,
  frame,
  generic,
  home,
  massive,
  me,
  ownAccount,
  papers,
  permissions,
  processes,
  publishing,
  reminders,
  reports,
  screens,
  security,
  shell,
  switch: switchWords,
  traceability,
  undo,
  words,
}
