import { rewardPoints } from '@chuma/contract/reward-points'
import { insertMember, insertEmailOwner, findMemberByEmail } from '@chuma/db/queries/members'
