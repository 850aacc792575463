import type { Language } from '../languages.ts'

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

const NAMES = [
  'Mombasa',
  'Kwale',
  'Kilifi',
  'Tana River',
  'Lamu',
  'Taita-Taveta',
  'Garissa',
  'Wajir',
  'Mandera',
  'Marsabit',
  'Isiolo',
  'Meru',
  'Tharaka-Nithi',
  'Embu',
  'Kitui',
  'Machakos',
  'Makueni',
  'Nyandarua',
  'Nyeri',
  'Kirinyaga',
  "Murang'a",
  'Kiambu',
  'Turkana',
  'West Pokot',
  'Samburu',
  'Trans-Nzoia',
  'Uasin Gishu',
  'Elgeyo-Marakwet',
  'Nandi',
  'Baringo',
  'Laikipia',
  'Nakuru',
  'Narok',
  'Kajiado',
  'Kericho',
  'Bomet',
  'Kakamega',
  'Vihiga',
  'Bungoma',
  'Busia',
  'Siaya',
  'Kisumu',
  'Homa Bay',
  'Migori',
  'Kisii',
  'Nyamira',
  'Nairobi',
] as const

const toCode = (name: string) => name.toLowerCase().replaceAll("'", '').replaceAll(/[ -]/g, '_')

/** The 47 counties in the order of the First Schedule of Kenya's constitution. Their names are the same in Swahili. */
const COUNTIES = NAMES.map((name) => option(toCode(name), name, name))

const ABOUT_YOU = {
  birth_year: {
    group: 'about_you',
    name: { en: 'Year of birth', sw: 'Mwaka wa kuzaliwa' },
    question: { en: 'In which year were you born?', sw: 'Ulizaliwa mwaka gani?' },
    purpose: {
      en: 'Most studies are for people of certain ages.',
      sw: 'Tafiti nyingi ni za watu wa umri fulani.',
    },
    kind: 'year',
    options: [],
    months: 120,
    isSpecial: false,
    partnerName: 'birth_year',
  },
  sex: {
    group: 'about_you',
    name: { en: 'Sex', sw: 'Jinsia' },
    question: { en: 'What is your sex?', sw: 'Jinsia yako ni ipi?' },
    purpose: {
      en: 'Studies ask women and men in the proportions of the population.',
      sw: 'Tafiti huuliza wanawake na wanaume kwa uwiano wa idadi ya watu nchini.',
    },
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
    group: 'about_you',
    name: { en: 'County', sw: 'Kaunti' },
    question: { en: 'In which county do you live?', sw: 'Unaishi kaunti gani?' },
    purpose: {
      en: 'Some studies are about one part of the country.',
      sw: 'Tafiti nyingine ni za sehemu moja ya nchi.',
    },
    kind: 'single',
    options: COUNTIES,
    months: 12,
    isSpecial: false,
    partnerName: 'region',
  },
  settlement: {
    group: 'about_you',
    name: { en: 'Town or countryside', sw: 'Mjini au mashambani' },
    question: { en: 'Where do you live?', sw: 'Unaishi wapi?' },
    purpose: {
      en: 'Prices, roads and networks differ between towns and the countryside.',
      sw: 'Bei, barabara na mitandao hutofautiana kati ya mjini na mashambani.',
    },
    kind: 'single',
    options: [
      option('urban', 'In a city or town', 'Mjini'),
      option('rural', 'In the countryside', 'Mashambani'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'settlement',
  },
  education: {
    group: 'about_you',
    name: { en: 'Education', sw: 'Elimu' },
    question: {
      en: 'What is the highest level of education you have completed?',
      sw: 'Umemaliza kiwango gani cha juu zaidi cha elimu?',
    },
    purpose: {
      en: 'So that answers come from people of every level of education.',
      sw: 'Ili majibu yatoke kwa watu wa kila kiwango cha elimu.',
    },
    kind: 'single',
    options: [
      option('none', 'None', 'Hakuna'),
      option('primary', 'Primary school', 'Shule ya msingi'),
      option('secondary', 'Secondary school', 'Shule ya upili'),
      option('certificate', 'Certificate or diploma', 'Cheti au diploma'),
      option('degree', 'University degree', 'Shahada ya chuo kikuu'),
    ],
    months: 24,
    isSpecial: false,
    partnerName: 'education',
  },
  languages: {
    group: 'about_you',
    name: { en: 'Languages', sw: 'Lugha' },
    question: { en: 'Which languages do you speak well?', sw: 'Unazungumza vizuri lugha zipi?' },
    purpose: {
      en: 'To send you studies in a language that you speak.',
      sw: 'Ili tukutumie tafiti kwa lugha unayoizungumza.',
    },
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
    partnerName: 'languages',
  },
} as const satisfies Record<string, ProfileAttribute>

const HOUSEHOLD = {
  household_size: {
    group: 'household',
    name: { en: 'People in the household', sw: 'Watu katika kaya' },
    question: {
      en: 'How many people live in your household, with you?',
      sw: 'Watu wangapi wanaishi katika kaya yako, ukiwemo wewe?',
    },
    purpose: {
      en: 'What a household buys depends on how many live in it.',
      sw: 'Kile kaya inanunua hutegemea idadi ya watu wanaoishi humo.',
    },
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
    isSpecial: false,
    partnerName: 'household_size',
  },
  children: {
    group: 'household',
    name: { en: 'Children at home', sw: 'Watoto nyumbani' },
    question: {
      en: 'How many children under 18 live in your household?',
      sw: 'Watoto wangapi walio chini ya miaka 18 wanaishi katika kaya yako?',
    },
    purpose: { en: 'Some studies are for parents.', sw: 'Tafiti nyingine ni za wazazi.' },
    kind: 'single',
    options: [
      option('children_0', 'None', 'Hakuna'),
      option('children_1', '1', '1'),
      option('children_2', '2', '2'),
      option('children_3_plus', '3 or more', '3 au zaidi'),
    ],
    months: 12,
    isSpecial: true,
    partnerName: 'children',
  },
  money: {
    group: 'household',
    name: { en: 'Money services', sw: 'Huduma za pesa' },
    question: { en: 'Which of these do you use?', sw: 'Unatumia ipi kati ya hizi?' },
    purpose: {
      en: 'Banks and mobile money services ask the people who use them.',
      sw: 'Benki na huduma za pesa kwa simu huwauliza watu wanaozitumia.',
    },
    kind: 'several',
    options: [
      option('bank', 'A bank account', 'Akaunti ya benki'),
      option('sacco', 'A SACCO', 'SACCO'),
      option('mobile_money', 'Mobile money', 'Pesa kwa simu'),
      option('chama', 'A chama', 'Chama'),
      option('no_money_service', 'None of these', 'Hakuna kati ya hizi'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'money',
  },
} as const satisfies Record<string, ProfileAttribute>

const THINGS = {
  telephone: {
    group: 'things',
    name: { en: 'Phone', sw: 'Simu' },
    question: { en: 'Which phone do you use most?', sw: 'Unatumia simu ya aina gani zaidi?' },
    purpose: {
      en: 'Some studies only work on a smartphone.',
      sw: 'Tafiti nyingine hufanya kazi kwa simu janja pekee.',
    },
    kind: 'single',
    options: [
      option('smartphone', 'A smartphone', 'Simu janja'),
      option('feature_phone', 'A feature phone', 'Simu ya kawaida (kabambe)'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'device',
  },
  network: {
    group: 'things',
    name: { en: 'Mobile network', sw: 'Mtandao wa simu' },
    question: { en: 'Which mobile networks do you use?', sw: 'Unatumia mitandao gani ya simu?' },
    purpose: {
      en: 'Studies about networks ask their customers.',
      sw: 'Tafiti kuhusu mitandao huwauliza wateja wake.',
    },
    kind: 'several',
    options: [
      option('safaricom', 'Safaricom', 'Safaricom'),
      option('airtel', 'Airtel', 'Airtel'),
      option('telkom', 'Telkom', 'Telkom'),
      option('faiba', 'Faiba', 'Faiba'),
      option('other_network', 'Another', 'Mwingine'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'carrier',
  },
  internet: {
    group: 'things',
    name: { en: 'Internet use', sw: 'Matumizi ya intaneti' },
    question: { en: 'How often do you use the internet?', sw: 'Unatumia intaneti mara ngapi?' },
    purpose: {
      en: 'So that answers also come from people who are rarely online.',
      sw: 'Ili majibu yatoke pia kwa watu ambao huwa mtandaoni mara chache.',
    },
    kind: 'single',
    options: [
      option('many_times_a_day', 'Many times a day', 'Mara nyingi kwa siku'),
      option('daily', 'About once a day', 'Takriban mara moja kwa siku'),
      option('weekly', 'About once a week', 'Takriban mara moja kwa wiki'),
      option('rarely', 'Less often', 'Mara chache zaidi'),
    ],
    months: 12,
    isSpecial: false,
    partnerName: 'internet_use',
  },
  assets: {
    group: 'things',
    name: { en: 'Things in the household', sw: 'Vitu katika kaya' },
    question: { en: 'Which of these does your household have?', sw: 'Kaya yako ina vitu gani kati ya hivi?' },
    purpose: {
      en: 'Studies about such things ask the people who have them.',
      sw: 'Tafiti kuhusu vitu hivi huwauliza watu walio navyo.',
    },
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
    isSpecial: false,
    partnerName: 'assets',
  },
} as const satisfies Record<string, ProfileAttribute>

const WORK = {
  work: {
    group: 'work',
    name: { en: 'Work', sw: 'Kazi' },
    question: { en: 'What describes you best today?', sw: 'Ni nini kinachokueleza vizuri zaidi leo?' },
    purpose: {
      en: 'Some studies are for people with a job, others for students or people looking for work.',
      sw: 'Tafiti nyingine ni za watu wenye kazi, nyingine za wanafunzi au wanaotafuta kazi.',
    },
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
    isSpecial: false,
    partnerName: 'employment',
  },
  occupation: {
    group: 'work',
    name: { en: 'Field of work', sw: 'Sekta ya kazi' },
    question: {
      en: 'In which field do you work or study?',
      sw: 'Unafanya kazi au kusoma katika sekta gani?',
    },
    purpose: {
      en: 'Some studies ask people who know a field, or leave them out.',
      sw: 'Tafiti nyingine huwauliza watu wanaojua sekta fulani, au huwaacha nje.',
    },
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
    isSpecial: false,
    partnerName: 'occupation',
  },
} as const satisfies Record<string, ProfileAttribute>

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
