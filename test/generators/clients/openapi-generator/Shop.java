import com.google.gson.JsonParser;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PaymentIntentsApi;
import org.openapitools.client.api.SandboxApi;
import org.openapitools.client.api.TokensApi;
import org.openapitools.client.model.CreatePaymentIntent;
import org.openapitools.client.model.RefundStatus;
import org.openapitools.client.model.Simulate;

/** A payment and its refund, with the client that openapi-generator makes of the document as it is. */
public class Shop {
  public static void main(String[] args) throws Exception {
    var tokens = new TokensApi(new ApiClient().setBasePath(args[0]));
    var token = tokens.getToken("client_credentials", args[1], args[2], null, null).getAccessToken();
    var client = clientAt(args[0], token);
    var shop = new PaymentIntentsApi(client);
    printRefusal(shop, "ZZZ");
    printRefusal(new PaymentIntentsApi(clientAt(args[0], "none")), "USD");

    var order = new CreatePaymentIntent().amount(12.5).reference("order-1");
    var intent = shop.createPaymentIntent(order, "order-1").getPaymentIntent();
    var code = intent.getQrCodeUrl().substring(0, 10);
    System.out.println(intent.getStatus() + " " + intent.getAmountDecimal() + " " + code);
    UUID id = intent.getId();
    var paid = new SandboxApi(client).simulate(id, new Simulate().action(Simulate.ActionEnum.PAY)).getPaymentIntent();
    System.out.println(paid.getStatus() + (paid.getQrCodeUrl() == null ? " without a code" : ""));
    System.out.println(shop.refundPaymentIntent(id, null).getPaymentIntent().getRefundStatus());
    while (shop.getPaymentIntent(id, null).getPaymentIntent().getRefundStatus() != RefundStatus.COMPLETED) {
      Thread.sleep(200);
    }
    System.out.println(RefundStatus.COMPLETED);
    System.exit(0);
  }

  private static ApiClient clientAt(String url, String token) {
    var client = new ApiClient().setBasePath(url);
    client.setAccessToken(token);
    return client;
  }

  private static void printRefusal(PaymentIntentsApi api, String currency) {
    try {
      api.createPaymentIntent(new CreatePaymentIntent().amount(12.5).currency(currency), null);
    } catch (ApiException refusal) {
      var body = JsonParser.parseString(refusal.getResponseBody()).getAsJsonObject();
      System.out.println(body.get("code").getAsString());
    }
  }
}
