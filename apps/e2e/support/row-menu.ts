import type { Locator } from '@playwright/test'

/** Open the menu of a row, a chart or an offer, and choose one of its actions. */
export async function chooseAction(row: Locator, action: string): Promise<void> {
  await openMenu(row)
  await row.page().getByRole('menuitem', { name: action, exact: true }).click()
}

async function openMenu(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^(More actions for |Actions: |Options: )/ }).click()
}
