import { admin } from '../../messages/sw/admin.ts'
import { books } from '../../messages/sw/books.ts'
import { clients } from '../../messages/sw/clients.ts'
import { economy } from '../../messages/sw/economy.ts'
import { members } from '../../messages/sw/members.ts'
import { papers } from '../../messages/sw/papers.ts'
import { partners } from '../../messages/sw/partners.ts'
import { payouts } from '../../messages/sw/payouts.ts'
import { questionTypes } from '../../messages/sw/question-types.ts'
import { results } from '../../messages/sw/results.ts'
import { signOffs } from '../../messages/sw/sign-offs.ts'
import { staff as house } from '../../messages/sw/staff.ts'
import { surveys } from '../../messages/sw/surveys.ts'
import { system } from '../../messages/sw/system.ts'
import { tasks } from '../../messages/sw/tasks.ts'
import { words } from '../../messages/sw/words.ts'
import { xlsform } from '../../messages/sw/xlsform.ts'

/** The staff pages. */
export const staff = {
  ...admin,
  ...house,
  ...system,
  ...economy,
  ...books,
  ...members,
  ...payouts,
  ...signOffs,
  ...surveys,
  ...questionTypes,
  ...xlsform,
  ...words,
  ...partners,
  ...tasks,
  ...clients,
  ...results,
  ...papers,
}
