import { admin } from '../../messages/en/admin.ts'
import { books } from '../../messages/en/books.ts'
import { clients } from '../../messages/en/clients.ts'
import { economy } from '../../messages/en/economy.ts'
import { members } from '../../messages/en/members.ts'
import { papers } from '../../messages/en/papers.ts'
import { partners } from '../../messages/en/partners.ts'
import { payouts } from '../../messages/en/payouts.ts'
import { questionTypes } from '../../messages/en/question-types.ts'
import { results } from '../../messages/en/results.ts'
import { signOffs } from '../../messages/en/sign-offs.ts'
import { staff as house } from '../../messages/en/staff.ts'
import { surveys } from '../../messages/en/surveys.ts'
import { system } from '../../messages/en/system.ts'
import { tasks } from '../../messages/en/tasks.ts'
import { words } from '../../messages/en/words.ts'
import { xlsform } from '../../messages/en/xlsform.ts'

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
