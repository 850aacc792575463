import type { Language } from '../platform.ts'

export type Words = Readonly<Record<Language, string>>

/** What a member may answer. `code` is stored; partners' names for it stand in each partner's mapping. */
export type ProfileOption = { code: string; words: Words }

export const PROFILE_GROUPS = ['about_you', 'household', 'work', 'things'] as const
export type ProfileGroup = (typeof PROFILE_GROUPS)[number]

/** Something that a member may tell about themselves. */
type ProfileAttribute = {
  group: ProfileGroup
  /** A label, for lists and rules. */
  name: Words
  question: Words
  /** Why it is asked, as the member reads it before they consent. */
  purpose: Words
  /** A year is stored as its four digits. */
  kind: 'single' | 'several' | 'year'
  /** None for a year. */
  options: readonly ProfileOption[]
  /** How long an answer counts. Then the member is asked again. */
  months: number
  /** Sensitive personal data in the sense of section 2 of Kenya's Data Protection Act, 2019. */
  isSpecial: boolean
  /** The name that most partners' links use for it. A partner's mapping may say another. */
  partnerName: string
}

/** Stored in place of codes when a member would rather not answer. Counts as unknown everywhere else. */
export const PREFER_NOT = 'prefer_not'

export const option = (code: string, en: string, sw: string): ProfileOption => ({ code, words: { en, sw } })

const NAMES = `
  Mombasa, Kwale, Kilifi, Tana River, Lamu, Taita-Taveta, Garissa, Wajir, Mandera, Marsabit, Isiolo, Meru,
  Tharaka-Nithi, Embu, Kitui, Machakos, Makueni, Nyandarua, Nyeri, Kirinyaga, Murang'a, Kiambu, Turkana,
  West Pokot, Samburu, Trans-Nzoia, Uasin Gishu, Elgeyo-Marakwet, Nandi, Baringo, Laikipia, Nakuru, Narok,
  Kajiado, Kericho, Bomet, Kakamega, Vihiga, Bungoma, Busia, Siaya, Kisumu, Homa Bay, Migori, Kisii,
  Nyamira, Nairobi`

const toCode = (name: string) => name.toLowerCase().replaceAll("'", '').replaceAll(/[ -]/g, '_')

/** The 47 counties in the order of the First Schedule of Kenya's constitution. Their names are the same in Swahili. */
const COUNTIES = NAMES.split(',').map((text) => {
  const name = text.trim()
  return option(toCode(name), name, name)
})

const words = (en: string, sw: string): Words => ({ en, sw })

type Told = 'isSpecial' | 'partnerName'
type Attribute = Omit<ProfileAttribute, 'group' | Told> & Partial<Pick<ProfileAttribute, Told>>

/** Ordinary data, which partners know by the same name, unless an attribute says otherwise. */
function inGroup<Key extends string>(group: ProfileGroup, attributes: Record<Key, Attribute>) {
  const whole = Object.entries<Attribute>(attributes).map(([key, attribute]) => [
    key,
    { group, isSpecial: false, partnerName: key, ...attribute },
  ])
  return Object.fromEntries(whole) as Record<Key, ProfileAttribute>
}

const ABOUT_YOU = inGroup('about_you', {
  birth_year: {
    name: words('Year of birth', 'Mwaka wa kuzaliwa'),
    question: words('In which year were you born?', 'Ulizaliwa mwaka gani?'),
    purpose: words(
      'Most studies are for people of certain ages.',
      'Tafiti nyingi ni za watu wa umri fulani.',
    ),
    kind: 'year',
    options: [],
    months: 120,
  },
  sex: {
    name: words('Sex', 'Jinsia'),
    question: words('What is your sex?', 'Jinsia yako ni ipi?'),
    purpose: words(
      'Studies ask women and men in the proportions of the population.',
      'Tafiti huuliza wanawake na wanaume kwa uwiano wa idadi ya watu nchini.',
    ),
    kind: 'single',
    options: [
      option('female', 'Female', 'Mwanamke'),
      option('male', 'Male', 'Mwanaume'),
      option('intersex', 'Intersex', 'Mtu wa jinsia mbili'),
    ],
    months: 120,
    isSpecial: true,
    partnerName: 'gender',
  },
  county: {
    name: words('County', 'Kaunti'),
    question: words('In which county do you live?', 'Unaishi kaunti gani?'),
    purpose: words(
      'Some studies are about one part of the country.',
      'Tafiti nyingine ni za sehemu moja ya nchi.',
    ),
    kind: 'single',
    options: COUNTIES,
    months: 12,
    partnerName: 'region',
  },
  settlement: {
    name: words('Town or countryside', 'Mjini au mashambani'),
    question: words('Where do you live?', 'Unaishi wapi?'),
    purpose: words(
      'Prices, roads and networks differ between towns and the countryside.',
      'Bei, barabara na mitandao hutofautiana kati ya mjini na mashambani.',
    ),
    kind: 'single',
    options: [
      option('urban', 'In a city or town', 'Mjini'),
      option('rural', 'In the countryside', 'Mashambani'),
    ],
    months: 12,
  },
  education: {
    name: words('Education', 'Elimu'),
    question: words(
      'What is the highest level of education you have completed?',
      'Umemaliza kiwango gani cha juu zaidi cha elimu?',
    ),
    purpose: words(
      'So that answers come from people of every level of education.',
      'Ili majibu yatoke kwa watu wa kila kiwango cha elimu.',
    ),
    kind: 'single',
    options: [
      option('none', 'None', 'Hakuna'),
      option('primary', 'Primary school', 'Shule ya msingi'),
      option('secondary', 'Secondary school', 'Shule ya upili'),
      option('certificate', 'Certificate or diploma', 'Cheti au diploma'),
      option('degree', 'University degree', 'Shahada ya chuo kikuu'),
    ],
    months: 24,
  },
  languages: {
    name: words('Languages', 'Lugha'),
    question: words('Which languages do you speak well?', 'Unazungumza vizuri lugha zipi?'),
    purpose: words(
      'To send you studies in a language that you speak.',
      'Ili tukutumie tafiti kwa lugha unayoizungumza.',
    ),
    kind: 'several',
    // A mother tongue can tell ethnic origin.
    isSpecial: true,
    options: [
      option('english', 'English', 'Kiingereza'),
      option('swahili', 'Swahili', 'Kiswahili'),
      option('kikuyu', 'Kikuyu', 'Kikuyu'),
      option('luo', 'Luo', 'Kiluo'),
      option('luhya', 'Luhya', 'Kiluhya'),
      option('kamba', 'Kamba', 'Kikamba'),
      option('kalenjin', 'Kalenjin', 'Kikalenjin'),
      option('somali', 'Somali', 'Kisomali'),
      option('other_language', 'Another', 'Nyingine'),
    ],
    months: 36,
  },
})

const HOUSEHOLD = inGroup('household', {
  household_size: {
    name: words('People in the household', 'Watu katika kaya'),
    question: words(
      'How many people live in your household, with you?',
      'Watu wangapi wanaishi katika kaya yako, ukiwemo wewe?',
    ),
    purpose: words(
      'What a household buys depends on how many live in it.',
      'Kile kaya inanunua hutegemea idadi ya watu wanaoishi humo.',
    ),
    kind: 'single',
    options: [
      option('people_1', '1', '1'),
      option('people_2', '2', '2'),
      option('people_3', '3', '3'),
      option('people_4', '4', '4'),
      option('people_5', '5', '5'),
      option('people_6_plus', '6 or more', '6 au zaidi'),
    ],
    months: 12,
  },
  children: {
    name: words('Children at home', 'Watoto nyumbani'),
    question: words(
      'How many children under 18 live in your household?',
      'Watoto wangapi walio chini ya miaka 18 wanaishi katika kaya yako?',
    ),
    purpose: words('Some studies are for parents.', 'Tafiti nyingine ni za wazazi.'),
    kind: 'single',
    options: [
      option('children_0', 'None', 'Hakuna'),
      option('children_1', '1', '1'),
      option('children_2', '2', '2'),
      option('children_3_plus', '3 or more', '3 au zaidi'),
    ],
    months: 12,
    isSpecial: true,
  },
  money: {
    name: words('Money services', 'Huduma za pesa'),
    question: words('Which of these do you use?', 'Unatumia ipi kati ya hizi?'),
    purpose: words(
      'Banks and mobile money services ask the people who use them.',
      'Benki na huduma za pesa kwa simu huwauliza watu wanaozitumia.',
    ),
    kind: 'several',
    options: [
      option('bank', 'A bank account', 'Akaunti ya benki'),
      option('sacco', 'A SACCO', 'SACCO'),
      option('mobile_money', 'Mobile money', 'Pesa kwa simu'),
      option('chama', 'A chama', 'Chama'),
      option('no_money_service', 'None of these', 'Hakuna kati ya hizi'),
    ],
    months: 12,
  },
})

const THINGS = inGroup('things', {
  telephone: {
    name: words('Phone', 'Simu'),
    question: words('Which phone do you use most?', 'Unatumia simu ya aina gani zaidi?'),
    purpose: words(
      'Some studies only work on a smartphone.',
      'Tafiti nyingine hufanya kazi kwa simu janja pekee.',
    ),
    kind: 'single',
    options: [
      option('smartphone', 'A smartphone', 'Simu janja'),
      option('feature_phone', 'A feature phone', 'Simu ya kawaida (kabambe)'),
    ],
    months: 12,
    partnerName: 'device',
  },
  network: {
    name: words('Mobile network', 'Mtandao wa simu'),
    question: words('Which mobile networks do you use?', 'Unatumia mitandao gani ya simu?'),
    purpose: words(
      'Studies about networks ask their customers.',
      'Tafiti kuhusu mitandao huwauliza wateja wake.',
    ),
    kind: 'several',
    options: [
      option('safaricom', 'Safaricom', 'Safaricom'),
      option('airtel', 'Airtel', 'Airtel'),
      option('telkom', 'Telkom', 'Telkom'),
      option('faiba', 'Faiba', 'Faiba'),
      option('other_network', 'Another', 'Mwingine'),
    ],
    months: 12,
    partnerName: 'carrier',
  },
  internet: {
    name: words('Internet use', 'Matumizi ya intaneti'),
    question: words('How often do you use the internet?', 'Unatumia intaneti mara ngapi?'),
    purpose: words(
      'So that answers also come from people who are rarely online.',
      'Ili majibu yatoke pia kwa watu ambao huwa mtandaoni mara chache.',
    ),
    kind: 'single',
    options: [
      option('many_times_a_day', 'Many times a day', 'Mara nyingi kwa siku'),
      option('daily', 'About once a day', 'Takriban mara moja kwa siku'),
      option('weekly', 'About once a week', 'Takriban mara moja kwa wiki'),
      option('rarely', 'Less often', 'Mara chache zaidi'),
    ],
    months: 12,
    partnerName: 'internet_use',
  },
  assets: {
    name: words('Things in the household', 'Vitu katika kaya'),
    question: words('Which of these does your household have?', 'Kaya yako ina vitu gani kati ya hivi?'),
    purpose: words(
      'Studies about such things ask the people who have them.',
      'Tafiti kuhusu vitu hivi huwauliza watu walio navyo.',
    ),
    kind: 'several',
    options: [
      option('radio', 'Radio', 'Redio'),
      option('television', 'Television', 'Televisheni'),
      option('fridge', 'Fridge', 'Friji'),
      option('computer', 'Computer', 'Kompyuta'),
      option('car', 'Car', 'Gari'),
      option('motorcycle', 'Motorcycle', 'Pikipiki'),
      option('bicycle', 'Bicycle', 'Baiskeli'),
      option('gas_cooker', 'Gas cooker', 'Jiko la gesi'),
      option('solar', 'Solar panel', 'Paneli ya sola'),
      option('no_asset', 'None of these', 'Hakuna kati ya hivi'),
    ],
    months: 12,
  },
})

const WORK = inGroup('work', {
  work: {
    name: words('Work', 'Kazi'),
    question: words('What describes you best today?', 'Ni nini kinachokueleza vizuri zaidi leo?'),
    purpose: words(
      'Some studies are for people with a job, others for students or people looking for work.',
      'Tafiti nyingine ni za watu wenye kazi, nyingine za wanafunzi au wanaotafuta kazi.',
    ),
    kind: 'single',
    options: [
      option('employed', 'Employed', 'Nimeajiriwa'),
      option('self_employed', 'Self-employed', 'Nimejiajiri'),
      option('casual', 'Casual work', 'Kibarua'),
      option('farmer', 'Farming', 'Mkulima'),
      option('student', 'Student', 'Mwanafunzi'),
      option('at_home', 'Caring for home or family', 'Ninatunza nyumba au familia'),
      option('looking', 'Looking for work', 'Ninatafuta kazi'),
      option('retired', 'Retired', 'Nimestaafu'),
    ],
    months: 12,
    partnerName: 'employment',
  },
  occupation: {
    name: words('Field of work', 'Sekta ya kazi'),
    question: words('In which field do you work or study?', 'Unafanya kazi au kusoma katika sekta gani?'),
    purpose: words(
      'Some studies ask people who know a field, or leave them out.',
      'Tafiti nyingine huwauliza watu wanaojua sekta fulani, au huwaacha nje.',
    ),
    kind: 'single',
    options: [
      option('agriculture', 'Agriculture', 'Kilimo'),
      option('trade', 'Trade', 'Biashara'),
      option('transport', 'Transport', 'Usafiri'),
      option('construction', 'Construction', 'Ujenzi'),
      option('manufacturing', 'Manufacturing', 'Viwanda'),
      option('education_field', 'Education', 'Elimu'),
      option('health', 'Health', 'Afya'),
      option('public_service', 'Public service', 'Utumishi wa umma'),
      option('finance', 'Finance', 'Fedha'),
      option('technology', 'Technology', 'Teknolojia'),
      option(
        'media_research',
        'Media, advertising or market research',
        'Habari, matangazo au utafiti wa soko',
      ),
      option('hospitality', 'Hotels and restaurants', 'Hoteli na mikahawa'),
      option('other_field', 'Another', 'Nyingine'),
    ],
    months: 12,
  },
})

const ALL = { ...ABOUT_YOU, ...HOUSEHOLD, ...WORK, ...THINGS }

export type AttributeKey = keyof typeof ALL

/**
 * Everything that members may tell about themselves. Codes are stored: one that was published never gets another meaning, and
 * stays in the list while unexpired answers have it.
 */
export const PROFILE_ATTRIBUTES: Readonly<Record<AttributeKey, ProfileAttribute>> = ALL

export const ATTRIBUTE_KEYS = Object.keys(ALL) as [AttributeKey, ...AttributeKey[]]

export const attributesOf = (group: ProfileGroup): AttributeKey[] =>
  ATTRIBUTE_KEYS.filter((key) => PROFILE_ATTRIBUTES[key].group === group)
