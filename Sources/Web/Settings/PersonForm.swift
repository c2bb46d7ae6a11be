internal import Foundation
internal import HTTPTypes
internal import RetailValues

/// The fields with which a person is added or changed.
struct PersonForm: Sendable {
  /// Empty for the form that adds a person.
  var login: String
  var name = ""
  var roles: Set<String> = []
  /// The only store; empty for all of them, nil where the form has no choice.
  var store: String?

  init(login: String, name: String = "", roles: Set<String> = [], store: String? = nil) {
    (self.login, self.name, self.roles, self.store) = (login, name, roles, store)
  }

  /// What was sent.
  ///
  /// - Parameter login: the person who is changed; nil for one who is added.
  init(_ visit: Visit, login: String? = nil) {
    self.init(
      login: login ?? visit.form["login"] ?? "", name: visit.form["name"] ?? "", roles: Set(visit.form.all("role")),
      store: visit.form["store"])
  }

  /// The values for `settings-person-fields`.
  func values(_ visit: Visit) async -> [String: Any] {
    let stores = await ShopPlaces.all(visit).choices(chosen: store).filter { $0["code"] as? String != "" }
    let roles = Role.allCases.enumerated().map { index, role -> [String: Any] in
      [
        "id": index == 0 ? Self.field("roles") : "",
        "value": role.rawValue, "title": role.shownName.sentence,
        "summary": LocalizedText(word: role.summary),
        "is_chosen": self.roles.contains(role.rawValue),
      ]
    }
    return [
      "login_given": login, "name_given": name, "roles_given": roles, "stores": stores,
      "has_stores": stores.count > 1 || store?.isEmpty == false,
    ]
  }

  /// The identifier of a field, or of the first of several, by the option of the commands.
  private static func field(_ option: String) -> String { "person-\(option)" }

  /// Why the form was not taken, at its field.
  func atField(_ failure: PageFailure) -> PageFailure {
    // The commands have the login as an argument.
    let isLogin = failure.option.isEmpty && failure.title.description.hasPrefix("The login")
    return failure.at(Self.field(isLogin ? "login" : failure.option))
  }

  /// The words of the command that adds the person.
  var adding: CommandWords {
    CommandWords("people", "add").options("roles", roles.sorted()).option("name", name).option("store", store)
      .argument(login).writing
  }

  /// The words of the command that changes the person.
  var changing: CommandWords {
    CommandWords("people", "change").options("roles", roles.sorted()).option("name", name.isEmpty ? login : name)
      .option("store", store).flag("all-stores", store?.isEmpty == true).argument(login).writing
  }

  /// That no role is chosen, which no option could say; nil where one is.
  var roleFailure: PageFailure? {
    guard roles.isEmpty else { return nil }
    return PageFailure(
      status: .unprocessableContent, title: LocalizedText("No role is chosen"),
      remedy: LocalizedText("Choose what the person may do."), field: Self.field("roles"))
  }
}
