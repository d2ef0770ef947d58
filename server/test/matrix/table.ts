// Who gets what: every call of the contract, nine kinds of people. Before the stroke on a public site, behind it on a private one.
// What the words mean on the wire stands in answers.ts. Where a call can be made about different things there is a row for each.
// The author is who wrote the thing that the call is about; the privileged have reputation for everything that reputation opens.

//                        nobody  inactive     member    author    privileged moderator admin    suspended deleted
const everyone =        ' ok      ok           ok        ok        ok        ok        ok        suspended ok     '
const readers =         ' ok/401  ok/inactive  ok        ok        ok        ok        ok        suspended ok/401 '
const loggedIn =        ' 401     ok           ok        ok        ok        ok        ok        suspended 401    '
const loggedInReaders = ' 401     ok/inactive  ok        ok        ok        ok        ok        suspended 401    '
const activated =       ' 401     inactive     ok        ok        ok        ok        ok        suspended 401    '
const staff =           ' 401     inactive     role      role      role      ok        ok        suspended 401    '
const admins =          ' 401     inactive     role      role      role      role      ok        suspended 401    '
const installed =       ' over    over         over      over      over      over      over      over      over   '

export const table = {
  // the wizard: over once there is a site (rulings 8)
  installLanguageOptions: installed,
  installLanguageWords: installed,
  checkConfigFile: installed,
  checkDatabase: installed,
  writeConfigFile: installed,
  createSite: installed,

  // what a client needs to start
  siteInfo: everyone,
  legalText: everyone,
  languageWords: everyone,
  languageOptions: everyone,
  pluginStatus: everyone,
  embedConfig: everyone,
  renderConfig: everyone,
  userCenterAgent: everyone,
  connectors: everyone,
  searchEngine: everyone,
  actionRecord: everyone,
  reasons: loggedInReaders,
  staffReasons: staff,
  siteLanguageOptions: admins,

  // accounts
  registerByEmail: everyone,
  logInByEmail: everyone,
  verifyEmail: everyone,
  requestPasswordReset: everyone,
  replacePassword: everyone,
  currentUser: everyone,
  logOut:                 ' 401     ok           ok        ok        ok        ok        ok        ok        401    ',
  sendVerification:       ' 401     ok           verified  verified  verified  verified  verified  suspended 401    ',
  saveProfile: activated,
  saveInterface: loggedIn,
  searchUsers: loggedInReaders,
  ranking: readers,
  staff: readers,
  permission: activated,

  // profiles
  profile: readers,
  topPosts: readers,
  profileQuestions: readers,
  profileAnswers: readers,
  profileComments: readers,
  profileReputation: readers,
  ownVotes: loggedIn,

  // questions
  questionInfo: readers,
  'questionInfo: deleted':  ' 404/401 404/inactive 404       ok        404       ok        ok        suspended 404/401',
  questionPage: readers,
  recommendedQuestions: loggedInReaders,
  similarQuestions: readers,
  relatedQuestions: readers,
  linkedQuestions: readers,
  askQuestion: activated,
  'askQuestion: with a new tag': ' 401 inactive    rank      rank      ok        ok        ok        suspended 401    ',
  editQuestion:           ' 401     inactive     unmet     ok        ok        ok        ok        suspended 401    ',
  'editQuestion: deleted': ' 401    inactive     404       bad       404       bad       bad       suspended 401    ',
  deleteQuestion:         ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  'deleteQuestion: with an upvoted answer': ' 401 inactive unmet bad  unmet     ok        ok        suspended 401    ',

  // answers
  askAndAnswer: activated,
  writeAnswer: activated,
  'writeAnswer: to a deleted question': ' 401 inactive 404 bad       404       bad       bad       suspended 401    ',
  editAnswer:             ' 401     inactive     unmet     ok        ok        ok        ok        suspended 401    ',
  'editAnswer: under a deleted question': ' 401 inactive 404 bad     404       bad       bad       suspended 401    ',
  deleteAnswer:           ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  'deleteAnswer: accepted': ' 401   inactive     unmet     bad       unmet     ok        ok        suspended 401    ',
  acceptAnswer:           ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  answerInfo: readers,
  'answerInfo: under a deleted question': ' 404/401 404/inactive 404 ok 404     ok        ok        suspended 404/401',
  answerPage: readers,
  'answerPage: of a deleted question': ' 404/401 404/inactive 404 ok 404       ok        ok        suspended 404/401',

  // comments
  writeComment: activated,
  'writeComment: under a deleted question': ' 401 inactive bad forbidden bad   forbidden forbidden suspended 401    ',
  editComment:            ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  'editComment: after five minutes': ' 401 inactive unmet  late      unmet     ok        ok        suspended 401    ',
  deleteComment:          ' 401     inactive     unmet     ok        unmet     ok        ok        suspended 401    ',
  comment: readers,
  'comment: under a deleted question': ' 404/401 404/inactive 404 ok 404       ok        ok        suspended 404/401',
  commentPage: readers,
  'commentPage: under a deleted question': ' 404/401 404/inactive 404 ok 404   ok        ok        suspended 404/401',
  firstComments: readers,

  // votes: never on one's own (rulings 18)
  'vote: up, a question':  ' 401    inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: down, a question': ' 401   inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: up, an answer':   ' 401    inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: down, an answer': ' 401    inactive     rank      own       ok        ok        ok        suspended 401    ',
  'vote: up, a comment':   ' 401    inactive     ok        own       ok        ok        ok        suspended 401    ',
  'vote: a deleted question': ' 401 inactive     bad       own       bad       bad       bad       suspended 401    ',

  // tags
  tagsPage: readers,
  tag: readers,
  tagsBySlug: readers,
  questionTags: readers,
  createTag:              ' 401     inactive     unmet     unmet     ok        ok        ok        suspended 401    ',

  // search, texts, files
  search: readers,
  renderPost: activated,
  uploadFile: activated,
  'uploadFile: branding':  ' 401    inactive     forbidden forbidden forbidden forbidden ok        suspended 401    ',

  // the site's settings
  generalSettings: admins,
  saveGeneralSettings: admins,
  interfaceSettings: admins,
  saveInterfaceSettings: admins,
  brandingSettings: admins,
  saveBrandingSettings: admins,
  writeSettings: admins,
  saveWriteSettings: admins,
  legalSettings: admins,
  saveLegalSettings: admins,
  seoSettings: admins,
  saveSeoSettings: admins,
  loginSettings: admins,
  saveLoginSettings: admins,
  customCssHtml: admins,
  saveCustomCssHtml: admins,
  themeSettings: admins,
  saveThemeSettings: admins,
  profileSettings: admins,
  saveProfileSettings: admins,
  smtpSettings: admins,
  saveSmtpSettings: admins,
  privilegeSettings: admins,
  savePrivilegeSettings: admins,
  themeOptions: admins,
  roles: admins,

  // members
  usersPage: admins,
  addUser: admins,
  addUsers: admins,
  setUserRole: admins,
  setUserStatus: admins,
  activationLink: admins,
  mailActivationLink: admins,
}

export type Row = keyof typeof table
