import { type APIRequestContext, expect } from '@playwright/test'
import { expectLooksAccessible } from '../../support/expect-accessible.ts'
import { newPerson, test } from '../../support/fixtures.ts'
import { bearer, givenMember, type Member, signInStaff } from '../../support/people.ts'
import { takeSurvey } from '../surveys/surveys.ts'
import { requestWithdrawal } from '../wallet/wallet.ts'

const REASON = 'Four aliases of one mailbox'

// Members of other tests come with the same browser from the same address, which would join them to the cluster.
test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 14) Aliases/1.0' })

/** Four accounts of one mailbox that each ask for money. The last request starts the search. */
async function givenAliases(request: APIRequestContext): Promise<Member[]> {
  const members: Member[] = []
  const { email } = newPerson()
  for (const tag of ['', '+a', '+b', '+c']) {
    const member = await givenMember(request, { ...newPerson(), email: email.replace('@', `${tag}@`) })
    await takeSurvey(request, member)
    members.push(member)
  }
  for (const member of members)
    await requestWithdrawal(request, member, { withdrawalMethod: 'mpesa', mpesaNumber: member.mpesaNumber })
  return members
}

async function holdsOf(request: APIRequestContext, { token }: Member): Promise<string[]> {
  const answer = await request.get('/api/withdrawals', { headers: bearer(token) })
  const [{ holds }] = await answer.json()
  return holds.map(({ reason }: { reason: string }) => reason)
}

test('a cluster is drawn with its reasons, its effect is shown, and all of it is held and released', {
  tag: '@journey',
}, async ({ page }) => {
  const members = await givenAliases(page.request)
  const [first, , , last] = members as [Member, Member, Member, Member]
  await signInStaff(page)
  await page.goto('/admin/clusters')
  const clusters = page.getByRole('list', { name: 'Clusters' })
  const row = clusters.getByRole('listitem').filter({ hasText: '4 of 4 accounts use one mailbox' })
  // The page asks once; the search runs when the last request has committed.
  await expect(async () => {
    await page.reload()
    await expect(row.first()).toBeVisible()
  }).toPass()
  await expectLooksAccessible(page, 'clusters')
  await row.first().getByRole('link', { name: '4 accounts' }).click()

  await expect(page.getByRole('img', { name: 'Drawing of 4 accounts and what connects them.' })).toBeVisible()
  await expect(page.getByRole('table')).toContainText(first.email)
  await expect(page.getByRole('region', { name: 'Why they belong together' })).toContainText('(+30)')
  await expectLooksAccessible(page, 'clusters')

  await page.getByRole('button', { name: 'Hold withdrawals' }).click()
  const holding = page.getByRole('dialog', { name: 'Hold withdrawals' })
  await expect(holding.getByRole('list', { name: 'What happens' })).toContainText(
    '4 open withdrawals of KES 8,000 are held, and new ones too',
  )
  await holding.getByRole('button', { name: 'Hold withdrawals' }).click()
  await expect(holding.getByLabel('Reason')).toHaveAccessibleDescription(/required|Enter/i)
  await holding.getByLabel('Reason').fill(REASON)
  await holding.getByRole('button', { name: 'Hold withdrawals' }).dblclick()
  await expect(holding).toBeHidden()
  await expect(page.getByText(`On hold by admin`)).toContainText(REASON)
  for (const member of [first, last]) expect(await holdsOf(page.request, member)).toContain('cluster')

  await page.getByRole('button', { name: 'Release' }).click()
  const releasing = page.getByRole('dialog', { name: 'Release' })
  await expect(releasing.getByRole('list', { name: 'What happens' })).toContainText(
    'The holds on 4 withdrawals end',
  )
  await releasing.getByLabel('Reason').fill('Twins, and their parents')
  await releasing.getByRole('button', { name: 'Release' }).click()
  await expect(releasing).toBeHidden()
  for (const member of [first, last]) expect(await holdsOf(page.request, member)).not.toContain('cluster')
})
